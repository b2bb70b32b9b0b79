// Another language, right to left, and names and contents meant to break out of where they are shown.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "./app.mjs";
import { until } from "./home.mjs";
import { openPlugin, place, status, view } from "./plugin.mjs";

/** Names of files and contents that someone might have, or send. */
const LONG = `Ein ${"sehr ".repeat(40)}langer Name`;
const ATTACK = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';
const NOTES = {
  "Kiln.md": "# Kiln\n\nThe kiln of the harbour is fired twice in winter, slowly, by hand.\n",
  [`<b>Kiln</b> & <img src=x onerror=window.attacked=1>.md`]: `# <b>Kiln</b>\n\nThe kiln of the harbour is fired twice in winter ${ATTACK}\n`,
  "Kiln 🔥🏺.md": "# Kiln 🔥🏺\n\nThe kiln of the harbour 🔥 is fired twice in winter.\n",
  "Cafe\u0301 kiln.md": "# Cafe\u0301 kiln\n\nThe kiln of the harbour is fired twice in winter, at the cafe\u0301.\n",
  "Kiln's \"best\" (1) #1.md": "# Kiln's \"best\"\n\nThe kiln of the harbour is fired twice in winter, best.\n",
  "Kiln ]] end.md": "# Kiln ]] end\n\nThe kiln of the harbour is fired twice in winter, in the end.\n",
  "Kiln %20 %zz.md": "# Kiln %20\n\nThe kiln of the harbour is fired twice in winter, percent.\n",
  [`${LONG}.md`]: `# ${LONG}\n\nThe kiln of the harbour is fired twice in winter, lang.\n`,
  "كيلن.md": "# كيلن\n\nThe kiln of the harbour is fired twice in winter. الفرن في الميناء.\n",
  "\u202Egnp.md": "# \u202Egnp\n\nThe kiln of the harbour is fired twice in winter, turned.\n",
  "javascript:alert(1).md": "# javascript:alert(1)\n\nThe kiln of the harbour is fired twice in winter ![x](https://elsewhere.test/spy.png) [go](javascript:window.attacked=1).\n",
};

describe("languages and hostile notes", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  test("speaks German where Obsidian does", async (t) => {
    const { app, page } = await openPlugin(t, { open: "Docling", language: "de", ready: false });
    await status(app, /43 Notizen/).waitFor();
    for (const each of ["related", "search-view", "ask", "progress"]) {
      await app.run(each);
      const pane = view(app, { "search-view": "search" }[each] ?? each);
      await pane.locator(".notekin-body").waitFor();
      await until(async () => (await pane.innerText()).trim() !== "");
      const text = await pane.innerText();
      // Words that stand in no note of the vault, which is English.
      assert.doesNotMatch(text, /\b(notes found|Belongs under|Not linked|Pause reading|Quotes only|What would you like)\b/, `${each}: ${text.slice(0, 400)}`);
      await app.picture(`german-${each}`);
    }
    await app.settings();
    await until(async () => (await page.locator(".vertical-tab-content .setting-item").count()) > 8);
    assert.doesNotMatch(await page.locator(".vertical-tab-content").innerText(), /\b(the|your|notes|which|Key for)\b/);
    await app.picture("german-settings");
    await page.keyboard.press("Escape");
    const names = await page.evaluate(() => [...document.querySelectorAll(".side-dock-ribbon-action, .status-bar-item")].map((each) => each.getAttribute("aria-label")));
    assert.doesNotMatch(names.join(), /\b(Open|Search|How)\b/);
  });

  test("fits from right to left", async (t) => {
    const { app, page } = await openPlugin(t, { open: "Docling", rtl: true });
    for (const each of ["related", "search-view", "ask", "progress"]) {
      await app.run(each);
      const pane = view(app, { "search-view": "search" }[each] ?? each);
      await pane.locator(".notekin-body").waitFor();
      await until(async () => (await pane.innerText()).trim() !== "");
      assert.ok(await pane.locator(".view-content").evaluate((element) => element.scrollWidth <= element.clientWidth + 1), `${each} scrolls sideways`);
      await app.picture(`rtl-${each}`);
    }
    await app.run("search");
    await page.keyboard.type("lens");
    await page.locator(".suggestion-item").first().waitFor();
    await app.picture("rtl-modal");
    await page.keyboard.press("Escape");
  });

  test("shows hostile names and texts as text, and opens each note", async (t) => {
    const { app, page } = await openPlugin(t, { home: { vault: NOTES, name: "Hostile" }, open: "Kiln", ready: false });
    await status(app, new RegExp(`${Object.keys(NOTES).length} notes`)).waitFor();
    await app.run("related");
    const pane = view(app, "related");
    await pane.getByText("Debug").click();
    await pane.locator("a").first().waitFor();
    await app.pictures("hostile-related");
    await app.run("search-view");
    const search = view(app, "search");
    await search.getByRole("searchbox").fill("kiln harbour fired twice winter");
    await until(async () => (await search.locator(".notekin-hit").count()) >= Object.keys(NOTES).length - 2);
    await app.pictures("hostile-search");
    assert.equal(await page.locator(".notekin-view :is(img, script, b, iframe)").count(), 0);
    assert.ok(await search.locator(".view-content").evaluate((element) => element.scrollWidth <= element.clientWidth + 1), "nothing sticks out");
    const links = await search.locator(".notekin-hit-title").evaluateAll((all) => all.map((each) => new URLSearchParams(each.getAttribute("href").split("?")[1]).get("path")));
    for (const path of new Set(links)) {
      const at = links.indexOf(path);
      await search.locator(".notekin-hit-title").nth(at).click();
      await until(async () => (await place(page))?.path.normalize("NFC") === path.normalize("NFC"), { what: `${path} to open` });
    }
    await app.run("search");
    await page.keyboard.type("kiln harbour fired");
    await page.locator(".suggestion-item").nth(3).waitFor();
    assert.equal(await page.locator(".prompt :is(img, script, b, iframe)").count(), 0);
    await app.picture("hostile-modal");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => "attacked" in window), false);
  });

  test("adds links to notes with such names that lead there", async (t) => {
    const { app, page } = await openPlugin(t, { home: { vault: NOTES, name: "Hostile" }, open: "Kiln", ready: false });
    await status(app, new RegExp(`${Object.keys(NOTES).length} notes`)).waitFor();
    await app.run("related");
    const pane = view(app, "related");
    await pane.getByText("Debug").click();
    const rows = pane.locator(".notekin-related-row");
    await rows.first().waitFor();
    const paths = await rows.locator("a").evaluateAll((all) => all.map((each) => new URLSearchParams(each.getAttribute("href").split("?")[1]).get("path")));
    const text = () => page.evaluate(() => window.app.workspace.getLeavesOfType("markdown")[0].view.editor.getValue());
    for (const path of paths) {
      const was = await text();
      const row = pane.locator(`.notekin-related-row:has(a[title=${JSON.stringify(path)}])`);
      if ((await row.count()) === 0) continue;
      await row.hover();
      await row.getByRole("button").click();
      await until(async () => (await text()) !== was || (await page.locator(".notice").count()) > 0, { what: `a link to ${path}, or a word why not` });
      if ((await text()) === was) continue;
      // `]]` and `#` in a name can't be written in a wikilink; Obsidian has no way either.
      if (/\]\]|#/.test(path)) continue;
      const line = (await text()).split("\n").find((each) => !was.split("\n").includes(each) && each.includes("[["));
      assert.ok(line, `${path} is linked: ${await text()}`);
      const leads = await page.evaluate((link) => window.app.metadataCache.getFirstLinkpathDest(link, "Kiln.md")?.path ?? null, /\[\[([^\]|]+)/.exec(line)[1]);
      assert.equal(leads?.normalize("NFC"), path.normalize("NFC"), line);
    }
    await app.picture("hostile-linked");
  });
});
