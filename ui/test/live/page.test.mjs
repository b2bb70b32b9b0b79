// The page as `notekin open` opens it, with the engine that serves it.

import assert from "node:assert/strict";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, PHONE, picture, see, startBrowser, stopBrowser, watchedPage } from "../browser.mjs";
import { makeHome } from "./engine.mjs";

const field = (page) => page.getByLabel("Search your notes");
/** How long a thing may take, in milliseconds: the engine may be one that was built for finding faults, and slow. */
const PATIENCE = 30000;

const article = (page) => page.locator("article.notekin-note");

describe("the page and its engine", { skip: NOT_RUN }, () => {
  let home;

  before(async () => {
    home = await makeHome();
    await Promise.all([home.start(), startBrowser()]);
  });
  after(async () => {
    await stopBrowser();
    await home?.kill();
    await home?.remove();
  });

  /** Opens an empty page. */
  async function empty(t, options) {
    const page = await watchedPage(t, home.addresses, options);
    page.setDefaultTimeout(PATIENCE);
    return page;
  }

  /** Opens the page with a fresh key. */
  async function open(t, options) {
    const page = await empty(t, options);
    await page.goto(await home.open());
    await see(page, "Newest notes").waitFor();
    return page;
  }

  test("finds a passage, reads it in its note, and shows what belongs with it", async (t) => {
    const page = await open(t);
    await field(page).fill("lens of the first order");
    await page.getByRole("link", { name: "Lighthouse lenses" }).first().waitFor();
    assert.match((await page.locator(".notekin-hit-text mark").allTextContents()).join(" "), /lens/i);
    await field(page).fill("rebuilds rows and columns");
    await field(page).press("Enter");
    await page.locator(".notekin-hit", { hasText: "rebuilds rows and columns" }).locator(".notekin-hit-title").first().click();
    await article(page).getByRole("heading", { name: "Docling", exact: true }).waitFor();
    await page.locator(".is-shown").first().waitFor();
    const shown = (await page.locator(".is-shown").allTextContents()).join("\n");
    assert.match(shown, /rebuilds rows and columns/, "the passage that was found");
    assert.doesNotMatch(shown, /first run fetches/, "and no other");
    assert.ok(await page.locator(".is-shown").first().isVisible());
    const related = page.locator(".notekin-related");
    await related.getByRole("radio", { name: "All" }).check();
    await related.locator("a").first().waitFor();
    await picture(page, "live-note");
    const other = await related.locator("a").first().textContent();
    await related.locator("a").first().click();
    await article(page).getByRole("heading", { name: other ?? "", exact: true }).first().waitFor();
    await page.goBack();
    await article(page).getByRole("heading", { name: "Docling", exact: true }).waitFor();
  });

  test("answers in quotes, and opens the lines of each", async (t) => {
    const page = await open(t);
    await page.getByRole("link", { name: "Ask" }).click();
    await page.getByRole("textbox", { name: "Ask your notes" }).fill("How heavy is a Fresnel lens of the first order?");
    await page.keyboard.press("Enter");
    await see(page, "Where it says so").waitFor();
    await see(page, "Quoted from your notes, word for word").waitFor();
    await picture(page, "live-answer");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy answer" }).click();
    await see(page, "Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /Fresnel[^]*\[1\][^]*\n\n\[1\] \[\[[^]*\]\], lines? \d/, "the answer stands before its sources");
    await page.locator(".notekin-citation-places a").first().click();
    await article(page).waitFor();
    await page.locator(".is-shown").first().waitFor();
    assert.match(await article(page).textContent(), /Fresnel/);
    await page.reload();
    await see(page, "Where it says so").waitFor();
  });

  test("shows how things stand, and a change as it is read", async (t) => {
    const page = await open(t);
    await page.getByRole("link", { name: "Notes" }).click();
    await see(page, "All read, by words and by meaning.").waitFor();
    await picture(page, "live-status");
    await appendFile(join(home.vault, "Lighthouse lenses.md"), "\nThe zephyrometer beside the lantern tells the keeper of storms.\n");
    await page.getByRole("link", { name: "Search" }).click();
    const hit = page.locator(".notekin-hit", { hasText: "zephyrometer" });
    for (let tries = 0; tries < 40 && (await hit.count()) === 0; tries += 1) {
      await field(page).fill("");
      await field(page).fill("zephyrometer");
      await page.waitForTimeout(250);
    }
    assert.equal(await hit.count(), 1, "what was just written is found");
  });

  test("stays open across reloads, while its address opens no other", async (t) => {
    const page = await empty(t);
    const address = await home.open();
    await page.goto(address);
    await see(page, "Newest notes").waitFor();
    assert.doesNotMatch(page.url(), /k=/);
    await page.reload();
    await see(page, "Newest notes").waitFor();
    const other = await empty(t);
    await other.goto(address);
    await see(other, "This page needs a fresh key.").waitFor();
    await see(other, "Each key works once").waitFor();
    await other.goto(await home.open());
    await see(other, "Newest notes").waitFor();
  });

  test("fits a phone", async (t) => {
    const page = await open(t, PHONE);
    const fits = async () => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await field(page).fill("lens of the first order");
    await page.locator(".notekin-hit-title", { hasText: "Lighthouse lenses" }).first().waitFor();
    await fits();
    await page.locator(".notekin-hit-title", { hasText: "Lighthouse lenses" }).first().tap();
    await article(page).waitFor();
    await fits();
    await picture(page, "live-phone");
    await page.getByRole("button", { name: "Back" }).tap();
    await page.locator(".notekin-hit-title").first().waitFor();
    await page.getByRole("link", { name: "Notes" }).tap();
    await see(page, "Your notes").first().waitFor();
    await fits();
  });

  test("says that the engine is gone, and is opened anew with the next", async (t) => {
    const page = await open(t);
    await home.kill();
    await page.locator(".banner").getByText("Notekin isn't running any more.").waitFor();
    await picture(page, "live-gone");
    await home.start();
    await page.goto(await home.open());
    await see(page, "Newest notes").waitFor();
    assert.equal(await page.locator(".banner").isVisible(), false);
    await field(page).fill("lens of the first order");
    await page.getByRole("link", { name: "Lighthouse lenses" }).first().waitFor();
  });
});
