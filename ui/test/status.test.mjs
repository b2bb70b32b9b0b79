import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { asked, NOT_RUN, openPage, PHONE, picture, see, startBrowser, stopBrowser } from "./browser.mjs";
import { startStandin } from "./standin.mjs";

/** Changes how the first vault stands. */
const standing = (changes) => ({ state }) => {
  const [first, ...rest] = state.vaults;
  state.vaults = [{ ...first, ...changes, status: changes.status === null ? null : { ...first.status, ...changes.status } }, ...rest];
};

describe("how things stand", { skip: NOT_RUN }, () => {
  before(startBrowser);
  after(stopBrowser);

  test("shows how much is read, and what couldn't be", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/status" });
    await see(page, "290 of 420 notes read by meaning.").waitFor();
    await see(page, "2 notes couldn't be read").waitFor();
    await see(page, "larger than 8 MiB").waitFor();
    await picture(page, "status");
    const work = page.getByRole("region", { name: "Work" });
    await work.getByRole("button", { name: "Try again" }).click();
    await see(page, "1 note couldn't be read").waitFor();
    assert.deepEqual(asked(standin, "index").at(-1), { action: "retry" });
    await work.getByRole("button", { name: "Read now" }).click();
    await see(page, "3 changes not read yet").waitFor({ state: "detached" });
    await work.getByRole("button", { name: "Pause for an hour" }).click();
    await see(page, "You paused reading by meaning until").waitFor();
    assert.deepEqual(asked(standin, "pause"), [{ minutes: 60 }]);
    await picture(page, "status-paused");
    await work.getByRole("button", { name: "Resume reading" }).click();
    await work.getByRole("button", { name: "Pause reading" }).click();
    await see(page, "You paused reading by meaning. New words").waitFor();
  });

  test("follows what happens, and keeps the focus", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/status" });
    const work = page.getByRole("region", { name: "Work" });
    await work.getByRole("button", { name: "Pause reading" }).focus();
    await page.waitForTimeout(200);
    const { status } = standin.state.vaults[1];
    standin.tell("status", { vault: "v2", status: { ...status, pending: 42 } });
    await see(page, "378 of 420 notes read by meaning.").waitFor();
    await see(page, "90% read").waitFor();
    assert.equal(await work.getByRole("button", { name: "Pause reading" }).evaluate((button) => button === document.activeElement), true);
    standin.state.vaults = standin.state.vaults.slice(0, 1);
    standin.tell("vaults", {});
    await work.waitFor({ state: "detached" });
    await see(page, "All read", { exact: true }).waitFor();
  });

  test("says what is wrong with the model, the folder and the notes", async (t) => {
    const trouble = { reason: "the server at localhost:11434 can't be reached", hint: "is Ollama running?" };
    const { page } = await openPage(t, { at: "#/status", prepare: standing({ status: { trouble, state: "paused", vanished: 900 } }) });
    await see(page, "The server at localhost:11434 can't be reached.").waitFor();
    await see(page, "900 notes vanished at once.").waitFor();
    await picture(page, "status-trouble");
    await page.getByRole("button", { name: "Yes, I removed them" }).click();
    await see(page, "900 notes vanished at once.").waitFor({ state: "detached" });
  });

  test("says how to find by meaning where there is no model", async (t) => {
    const { page } = await openPage(t, { at: "#/status", prepare: standing({ status: { model: null, state: "words", pending: 2031 } }) });
    await see(page, "notekin model install").waitFor();
  });

  test("shows a vault that can't be opened", async (t) => {
    const problem = { kind: "corrupt", message: "the index is of a newer version", hint: "update Notekin" };
    const { page } = await openPage(t, { at: "#/status", prepare: standing({ status: null, problem }) });
    await see(page, "The index is of a newer version.").waitFor();
    await see(page, "Needs a look").waitFor();
  });

  test("says how to begin where there is no vault", async (t) => {
    const { page } = await openPage(t, { prepare: ({ state }) => (state.vaults = []) });
    await see(page, "notekin index ~/notes").waitFor();
    await picture(page, "no-vaults");
  });

  test("fits a phone", async (t) => {
    const { page } = await openPage(t, { ...PHONE, at: "#/status" });
    await see(page, "290 of 420").waitFor();
    await picture(page, "phone-status");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });
});

describe("the key and the engine", { skip: NOT_RUN }, () => {
  before(startBrowser);
  after(stopBrowser);

  test("takes the key out of the address, and keeps the tab open across reloads", async (t) => {
    const { page, standin } = await openPage(t);
    assert.equal(page.url(), `${standin.address}/#/search`);
    await page.reload();
    await see(page, "Newest notes").waitFor();
    assert.equal(standin.requests.filter(({ path }) => path === "/session").length, 1);
    await page.goto(`${standin.address}/#k=key-1`);
    await page.waitForURL(`${standin.address}/#/search`);
    await see(page, "Newest notes").waitFor();
    assert.equal(standin.requests.filter(({ path }) => path === "/session").length, 2, "a key in the address is tried at once");
  });

  test("opens a passage in another tab, which gets the token from this one", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/search?q=tea" });
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "What it costs" }).click({ modifiers: ["Control"] });
    const other = await opened;
    await other.getByRole("heading", { name: "What it costs" }).waitFor();
    assert.match(other.url(), /#\/open\?note=Kitchen\/Tea.md&in=Home&lines=23-28$/);
    assert.equal(await page.locator("article").count(), 0);
    standin.state.expired = true;
    await other.getByLabel("Search your notes").fill("tea");
    await see(other, "This page needs a fresh key.").waitFor();
  });

  test("asks for a fresh key without one", async (t) => {
    const { page, standin } = await openPage(t);
    const other = await page.context().browser().newPage();
    await other.goto(`${standin.address}/#k=key-1`);
    await see(other, "This page needs a fresh key.").waitFor();
    await picture(other, "no-key");
    assert.equal(new URL(other.url()).hash, "#/search");
    await other.goto(`${standin.address}/#k=key-2`);
    await see(other, "Newest notes").waitFor();
    await other.close();
  });

  test("says so when the key is no longer known", async (t) => {
    const { page, standin } = await openPage(t);
    await see(page, "Newest notes").waitFor();
    standin.state.expired = true;
    await page.getByLabel("Search your notes").fill("tea");
    await see(page, "This page needs a fresh key.").waitFor();
  });

  test("says that the engine is gone, and notices when it is back", async (t) => {
    const { page, standin } = await openPage(t);
    await see(page, "Newest notes").waitFor();
    await standin.close();
    await page.locator(".banner").getByText("Notekin isn't running any more.").waitFor();
    await page.getByLabel("Search your notes").fill("tea");
    await page.waitForTimeout(300);
    assert.equal(await page.getByRole("alert").count(), 1, "said once");
    assert.equal(await see(page, "Newest notes").count(), 1, "what was found stays");
    await picture(page, "engine-gone");
    const again = await startStandin({ port: standin.port });
    t.after(again.close);
    await page.locator(".banner").waitFor({ state: "hidden" });
    await see(page, "8 notes found").waitFor();
  });

  test("names everything for those who hear the page", async (t) => {
    const { page } = await openPage(t, { at: "#/search?q=tea&note=Kitchen/Tea.md&in=Home" });
    await see(page, "Green tea → Ernte").waitFor();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, a, input, select, textarea")]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => !(element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "") && !element.closest("label"))
        .map((element) => element.outerHTML),
    );
    assert.deepEqual(nameless, []);
    assert.match((await page.locator("[aria-live=polite]").textContent()) ?? "", /8 notes found/);
  });
});
