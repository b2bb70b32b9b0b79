import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { asked, focused, NOT_RUN, openPage, PHONE, picture, see, startBrowser, stopBrowser } from "./browser.mjs";

const field = (page) => page.getByLabel("Search your notes");
const titles = (page) => page.locator(".notekin-hit-title").allTextContents();

describe("searching", { skip: NOT_RUN }, () => {
  before(startBrowser);
  after(stopBrowser);

  test("shows the newest notes before anything is typed", async (t) => {
    const { page } = await openPage(t);
    await see(page, "Newest notes").waitFor();
    assert.equal(await focused(page), "Search your notes");
    assert.equal(await see(page, "91%").count(), 0, "a list is no ranking");
    await picture(page, "search-newest");
  });

  test("finds while typing, with the last word as a beginning, and highlights by bytes", async (t) => {
    const { page, standin } = await openPage(t);
    await field(page).pressSequentially("gren tea", { delay: 20 });
    await see(page, "8 notes found").waitFor();
    await see(page, "No note has “gren”, so this is for “green”.").waitFor();
    const typed = asked(standin, "search").filter(({ query }) => query.startsWith("g"));
    assert.ok(typed.length < 8, "not a request a letter");
    assert.deepEqual(typed.map(({ typing }) => typing), typed.map(() => true));
    const marks = await page.locator(".notekin-hit-text mark").allTextContents();
    assert.deepEqual(marks, ["green tea", "Steep", "Sencha", "Tee", "الشاي الأخضر", "抹茶", "<svg onload=window.attacked=1>"]);
    await picture(page, "search-results");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(50);
    assert.equal(asked(standin, "search").at(-1).typing, undefined);
    assert.match(page.url(), /#\/search\?q=gren\+tea$/);
  });

  test("gives up an answer that comes too late", async (t) => {
    const { page } = await openPage(t);
    await field(page).fill("slow");
    await page.locator(".found.is-waiting").waitFor();
    assert.equal(await see(page, "Newest notes").count(), 1, "what was there stays while it waits");
    await picture(page, "search-waiting");
    await field(page).fill("nothing at all");
    await see(page, "Nothing in the").waitFor();
    await page.waitForTimeout(1000);
    assert.deepEqual(await titles(page), []);
    await picture(page, "search-nothing");
  });

  test("opens a note at its passage, with what belongs with it", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/search?q=green+tea" });
    await page.getByRole("link", { name: "What it costs" }).click();
    await page.locator("article.notekin-note").waitFor();
    const shown = page.locator(".is-shown");
    assert.deepEqual(await shown.first().textContent(), "What it costs");
    assert.equal(await shown.count(), 3, "the heading and two rows, not what holds them");
    assert.ok(await shown.first().isVisible());
    await see(page, "Kräutertee aus dem Garten").nth(1).waitFor();
    for (const text of ["Belongs under", "Green tea → Ernte", "Near-copies", "87% the same"]) await see(page, text).waitFor();
    await picture(page, "note");
    await page.getByRole("radio", { name: "Linked", exact: true }).check();
    await see(page, "beginning → 二日目").waitFor();
    assert.equal(asked(standin, "related").at(-1).show, "linked");
    await picture(page, "note-linked");
    assert.equal(await page.getByRole("link", { name: "Open in Obsidian" }).getAttribute("href"), "obsidian://open?path=%2Fhome%2Fada%2FHome%2FKitchen%2FTea.md");
  });

  test("follows links between notes, and goes back", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea" });
    await page.locator(".notekin-hit-title").first().click();
    await page.getByRole("link", { name: "the tea house in Kyoto" }).click();
    await page.getByRole("heading", { name: "京都の茶室" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Tea", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Tea", exact: true }).waitFor();
    assert.equal(await field(page).inputValue(), "tea");
    await page.goBack();
    await see(page, "Choose a passage").waitFor();
  });

  test("narrows by folder and tag, by chips", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/search?q=tea" });
    await page.getByRole("button", { name: "Narrow" }).click();
    await page.keyboard.type("Kitchen");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop looking only in Kitchen" }).waitFor();
    await see(page, "1 note found").waitFor();
    await page.locator(".notekin-hit-title").first().click();
    await page.getByRole("button", { name: "#kitchen" }).click();
    await page.getByRole("button", { name: "Stop looking only in #kitchen" }).waitFor();
    await page.waitForTimeout(200);
    const last = asked(standin, "search").at(-1);
    assert.deepEqual([last.folders, last.tags], [["Kitchen"], ["kitchen"]]);
    await picture(page, "search-narrowed");
    await page.getByRole("button", { name: "Stop looking only in Kitchen" }).click();
    await see(page, "8 notes found").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Stop looking only in Kitchen" }).waitFor();
  });

  test("chooses how and in which vault to search", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/search?q=tea" });
    await see(page, "8 notes found").waitFor();
    assert.equal(standin.requests.filter(({ path }) => path === "/vaults/v1,v2/search").length > 0, true);
    await page.getByLabel("How to search").selectOption("By meaning");
    await page.getByLabel("Vault").selectOption("Work");
    await see(page, "1 note found").waitFor();
    const { path, body } = standin.requests.filter((request) => request.path.endsWith("search")).at(-1);
    assert.deepEqual([path, body.mode], ["/vaults/v2/search", "semantic"]);
    assert.deepEqual(await titles(page), ["Kitchen rota"]);
  });

  test("goes on where there is more", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea" });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("link", { name: "Kitchen rota" }).waitFor();
    assert.equal((await titles(page)).length, 9);
    assert.equal(await page.getByRole("button", { name: "More" }).count(), 0);
    assert.match(await focused(page), /^Donau/, "on the first of those that came");
  });

  test("names the nearest where nothing is likely to answer", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/search?q=irrelevant" });
    await see(page, "Nothing in your notes is likely to answer").waitFor();
    await picture(page, "search-irrelevant");
    await page.getByRole("button", { name: "Show them all the same" }).click();
    await see(page, "8 notes found").waitFor();
    assert.equal(asked(standin, "search").at(-1).everything, true);
  });

  test("says what went wrong, and tries again", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=fails" });
    await page.getByRole("alert").getByText("The index is damaged.").waitFor();
    await picture(page, "search-failed");
    await page.getByRole("button", { name: "Try again" }).click();
    await field(page).pressSequentially(" tga:x", { delay: 5 });
    await field(page).fill("tga:x");
    await see(page, "There is no key tga").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, "half a condition is no alarm");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Did you mean").waitFor();
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0, "the same would fail again");
  });

  test("copies a link", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea" });
    await page.locator(".notekin-hit").first().hover();
    await page.getByRole("button", { name: "Copy a link to Tea" }).first().click();
    await see(page, "Copied: [[Kitchen/Tea#Green tea]]").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "[[Kitchen/Tea#Green tea]]");
    await page.locator(".notekin-hit-title").first().click();
    await page.locator(".notekin-related").getByRole("button", { name: "Copy a link to Kräutertee aus dem Garten" }).click();
    await see(page, "Copied: [[Kräutertee]]").waitFor();
  });

  test("can be used by keyboard alone", async (t) => {
    const { page } = await openPage(t);
    await page.keyboard.type("tea");
    await see(page, "8 notes found").waitFor();
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "Tea");
    await picture(page, "keyboard-focus");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "What it costs");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Copy a link to Tea");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), "Search your notes");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("article.notekin-note:focus").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "Tea", "back where it was");
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "Search your notes");
    await see(page, "8 notes found").click();
    await page.keyboard.press("/");
    assert.equal(await focused(page), "Search your notes");
    const order = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("Tab");
      order.push(await focused(page));
    }
    assert.deepEqual(order.slice(1), ["Narrow", "Tea", "Copy a link to Tea"]);
  });

  test("fits a phone: one column, and a way back", async (t) => {
    const { page } = await openPage(t, PHONE);
    await see(page, "Newest notes").waitFor();
    await field(page).fill("tea");
    await see(page, "8 notes found").waitFor();
    await picture(page, "phone-results");
    await page.locator(".notekin-hit-title").first().tap();
    await page.locator("article.notekin-note").waitFor();
    assert.equal(await field(page).isVisible(), false);
    await picture(page, "phone-note");
    await page.locator(".notekin-related").scrollIntoViewIfNeeded();
    await picture(page, "phone-related");
    await page.getByRole("button", { name: "Back" }).tap();
    await see(page, "8 notes found").waitFor();
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector(".results")?.scrollWidth]);
    assert.deepEqual(width, [390, 390], "a long word makes nothing wider");
  });

  test("reads from right to left where the text does", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea" });
    await page.getByRole("link", { name: "شاي بالنعناع" }).click();
    await page.locator("article.notekin-note").waitFor();
    const direction = await page.locator("article li").first().evaluate((item) => getComputedStyle(item).direction);
    assert.equal(direction, "rtl");
    await picture(page, "right-to-left");
  });

  test("runs nothing of what stands in notes", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea" });
    await page.getByRole("link", { name: "<script>" }).click();
    await page.locator("article.notekin-note").waitFor();
    await see(page, "The model can't be reached.").waitFor();
    assert.equal(await page.locator("article :is(script, iframe, img, svg)").count(), 0);
    assert.equal(await page.locator("article a[href]").count(), 0, "neither address is one to follow");
    await see(page, "script address").click();
    await see(page, "Properties").click();
    await picture(page, "attack");
  });

  test("is dark where the system is", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea&note=Kitchen/Tea.md&in=Home&lines=9-13", colorScheme: "dark" });
    await see(page, "Green tea → Ernte").waitFor();
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(colour, "rgb(27, 27, 25)");
    await page.locator(".notekin-hit-title[aria-current]").waitFor();
    await picture(page, "dark-note");
  });

  test("marks nothing where the passage is the whole note", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea&note=Kitchen/Tea.md&in=Home&lines=5-41" });
    await page.locator("article.notekin-note").waitFor();
    assert.equal(await page.locator(".is-shown").count(), 0);
  });

  test("says that a note is gone", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea&note=Gone.md&in=Home" });
    await see(page, "This note isn't there any more.").waitFor();
    await picture(page, "note-gone");
  });

  test("finds the lines of a very long note", async (t) => {
    const { page } = await openPage(t);
    await page.evaluate(() => (location.hash = "#/search?note=Long/huge.md&in=Home&lines=15000-15001"));
    await see(page, "Line 15000 of").waitFor();
    await page.waitForTimeout(100);
    const box = await see(page, "Line 15000 of").boundingBox();
    assert.ok(box && box.y > 50 && box.y < 800, `in sight, at ${box?.y}`);
  });
});
