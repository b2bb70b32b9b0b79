// Opens the page in a browser, against a stand-in, and watches that nothing goes wrong on the side.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startStandin } from "./standin.mjs";

const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Where pictures of the page are put. */
export const PICTURES = process.env.NOTEKIN_PICTURES ?? join(tmpdir(), "notekin-page");

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Why the tests can't run here, if they can't. */
export const NOT_RUN = existsSync(PROGRAM) ? false : `NOT RUN: the page in a browser: there is no ${PROGRAM}`;

let browser;

export async function startBrowser() {
  mkdirSync(PICTURES, { recursive: true });
  browser = await chromium.launch({ executablePath: PROGRAM, args: ARGUMENTS });
}

export const stopBrowser = () => browser?.close();

/**
 * Opens the page as `notekin open` does. At the test's end it fails if anything was attacked, refused or thrown.
 *
 * `at` is where to go, behind the `#`; `prepare` may change the stand-in first.
 */
export async function openPage(test, { at = "", prepare = () => {}, ...options } = {}) {
  const standin = await startStandin();
  test.after(standin.close);
  await prepare(standin);
  const page = await watchedPage(test, () => [standin.address], options);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: standin.address });
  await page.goto(`${standin.address}/#k=key-1`);
  await page.locator(".wordmark").first().waitFor({ state: "attached" });
  if (at !== "") await page.evaluate((hash) => (location.hash = hash), at);
  return { page, standin };
}

/**
 * Opens an empty page. At the test's end it fails if anything was attacked, refused or thrown, or if anything was asked
 * for elsewhere than at the `addresses` that are the engine's then.
 */
export async function watchedPage(test, addresses, options = {}) {
  // Without motion nothing need be waited for.
  const context = await browser.newContext({ locale: "en", reducedMotion: "reduce", ...DESKTOP, ...options });
  const page = await context.newPage();
  const trouble = [];
  page.setDefaultTimeout(20000);
  page.on("pageerror", (error) => trouble.push(`thrown: ${error.message}`));
  // That a reply is a refusal is told to the console by the browser, not by the page.
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/^Failed to load resource/.test(message.text())) trouble.push(message.text());
  });
  page.on("request", (request) => {
    if (!addresses().some((address) => request.url().startsWith(`${address}/`))) trouble.push(`asked for ${request.url()}`);
  });
  test.after(async () => {
    const attacked = await page.evaluate(() => "attacked" in window);
    await context.close();
    assert.equal(attacked, false, "what stands in a note was run");
    assert.deepEqual(trouble, []);
  });
  return page;
}

/** Finds a text that is shown; what is only said to screen readers is none. */
export const see = (page, text, options) => page.locator("body > :not([aria-live])").getByText(text, options);

/** Takes a picture for people to look at. */
export async function picture(page, name) {
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Returns what the page would say of the focus to someone who can't see it. */
export const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
  });

/** Returns the bodies of the requests for an action, oldest first. */
export const asked = (standin, action) => standin.requests.filter(({ path }) => path.endsWith(`/${action}`)).map(({ body }) => body);
