import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { asked, focused, NOT_RUN, openPage, PHONE, picture, see, startBrowser, stopBrowser } from "./browser.mjs";

const field = (page) => page.getByRole("textbox", { name: "Ask your notes" });

async function ask(page, question) {
  await field(page).fill(question);
  await page.keyboard.press("Enter");
}

describe("asking", { skip: NOT_RUN }, () => {
  before(startBrowser);
  after(stopBrowser);

  test("shows an answer with what each sentence rests on", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/ask" });
    await see(page, "Every sentence of an answer").waitFor();
    await picture(page, "ask-new");
    await ask(page, "How is green tea made?");
    await see(page, "Where it says so").waitFor();
    const sentences = page.locator(".notekin-sentence");
    assert.deepEqual(await sentences.allTextContents(), [
      "Green tea wants water of 70 °C, not boiling.",
      "It steeps for ninety seconds 🍵, or it turns bitter.",
      "A second infusion is hotter and takes half a minute.",
      "Emperor Shen Nong invented it in <b>2737 BC</b>.",
    ]);
    assert.deepEqual(await page.locator(".notekin-support").allTextContents(), ["only partly in your notes", "not in your notes"]);
    assert.equal(await page.locator(".notekin-answer-text strong").textContent(), "70 °C");
    await see(page, "Written by ollama/qwen3:4b").waitFor();
    await picture(page, "ask-answer");
    assert.match(page.url(), /conversation=5/);
    assert.equal(await page.locator("[aria-current=page]", { hasText: "How is green tea made?" }).count(), 1);
    await page.getByRole("button", { name: "Copy answer" }).click();
    await see(page, "Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^Green tea [^]*boiling\.\[1\]/);
    assert.match(copied, /🍵, or it turns bitter\.\[1\]\[2\]\n\n- A second/, "bytes are counted, not letters");
    assert.match(copied, /BC<\/b>\.\n\n\[1\] \[\[Kitchen\/Tea\]\], lines? /);
    await ask(page, "And the second infusion?");
    await see(page, "Where it says so").nth(1).waitFor();
    assert.equal(asked(standin, "ask").at(-1).conversation, 5);
  });

  test("opens the very lines of a citation, and every place of it", async (t) => {
    const { page } = await openPage(t, { at: "#/ask" });
    await ask(page, "How is green tea made?");
    await see(page, "Where it says so").waitFor();
    assert.deepEqual(await page.locator(".notekin-citation-places").first().locator("a").allTextContents(), ["line 11", "lines 12–13", "lines 20–21"]);
    await page.getByRole("link", { name: "lines 20–21" }).click();
    await page.locator(".is-shown").first().waitFor();
    assert.deepEqual(await page.locator(".is-shown").allTextContents(), ["hotter, 80 °C", "shorter, thirty seconds"]);
    await page.getByRole("link", { name: "Source 2: 京都の茶室 🍵" }).click();
    await page.getByRole("heading", { name: "京都の茶室" }).waitFor();
    assert.equal(await see(page, "Where it says so").count(), 1, "the answer stays beside it");
    await page.goBack();
    await page.getByRole("heading", { name: "Tea", exact: true }).waitFor();
    await picture(page, "ask-citation");
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "Ask your notes");
    assert.equal(await see(page, "Where it says so").count(), 1);
  });

  test("shows text as it comes, and stops", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/ask" });
    await ask(page, "slow please");
    await see(page, "Green tea wants").waitFor();
    assert.equal(await see(page, "[1]").count(), 0);
    await picture(page, "ask-coming");
    await page.getByRole("button", { name: "Stop" }).click();
    await see(page, "You stopped this.").waitFor();
    await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
    await page.waitForTimeout(400);
    assert.equal(standin.state.closed, 1, "the engine is told by the closed connection");
    assert.equal(await see(page, "Green tea wants").count(), 1);
    await picture(page, "ask-stopped");
  });

  test("leaves an answer that is on its way for another view, and finds it there again", async (t) => {
    const { page } = await openPage(t, { at: "#/ask" });
    await ask(page, "slow please");
    await see(page, "Green tea wants").waitFor();
    await page.getByRole("link", { name: "Search" }).click();
    await page.getByRole("link", { name: "Ask" }).click();
    await see(page, "Green tea wants").waitFor();
  });

  test("says that something isn't in the notes, and what comes nearest", async (t) => {
    const { page } = await openPage(t, { at: "#/ask" });
    await ask(page, "unknown thing");
    await see(page, "Not in your notes", { exact: true }).waitFor();
    await see(page, "These come nearest").waitFor();
    await picture(page, "ask-not-in-notes");
    await ask(page, "early question");
    await see(page, "240 of 2,031 notes are read.").waitFor();
    await page.locator(".notekin-near a").first().click();
    await page.getByRole("heading", { name: "Tea", exact: true }).waitFor();
  });

  test("says what went wrong, and asks again", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/ask" });
    await ask(page, "refused");
    await see(page, "No key for").waitFor();
    await picture(page, "ask-refused");
    await ask(page, "trouble later");
    await see(page, "The model can't be reached: connection refused.").waitFor();
    await see(page, "was not checked").waitFor();
    await page.getByRole("button", { name: "Try again" }).last().click();
    await page.waitForTimeout(300);
    assert.equal(asked(standin, "ask").filter(({ question }) => question === "trouble later").length, 2);
    await ask(page, "breaks off");
    await page.getByRole("listitem").filter({ hasText: "breaks off" }).getByText("Notekin isn't running any more.").waitFor();
  });

  test("quotes only, keeps nothing, and looks only where it is told to", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/ask?folder=Kitchen" });
    await page.getByLabel("Quotes only").check();
    await page.getByLabel("Don't keep").check();
    await ask(page, "How is green tea made?");
    await see(page, "Quoted from your notes, word for word").waitFor();
    assert.deepEqual(asked(standin, "ask"), [{ question: "How is green tea made?", quote: true, no_save: true, folders: ["Kitchen"], tags: [] }]);
    assert.doesNotMatch(page.url(), /conversation/);
  });

  test("resumes a conversation, and deletes one, with a way back", async (t) => {
    const { page, standin } = await openPage(t, { at: "#/ask" });
    await page.getByRole("link", { name: "When did we last" }).click();
    await see(page, "Swept on 4 October").waitFor();
    await see(page, "Not in your notes").waitFor();
    await picture(page, "ask-resumed");
    const removes = () => page.getByRole("button", { name: "Delete: When did we last" });
    await page.getByRole("link", { name: "When did we last" }).hover();
    await removes().click();
    await see(page, "Conversation deleted.").waitFor();
    assert.equal(await page.getByRole("link", { name: "When did we last" }).count(), 0);
    await see(page, "Every sentence of an answer").waitFor();
    await picture(page, "ask-deleted");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "When did we last" }).click();
    await see(page, "Swept on 4 October").waitFor();
    assert.equal(standin.requests.some(({ method }) => method === "DELETE"), false);
    await removes().click();
    await page.reload();
    await see(page, "Which tomatoes").waitFor();
    assert.equal(standin.requests.filter(({ method }) => method === "DELETE").length, 1, "closing the page deletes");
    assert.equal(await page.getByRole("link", { name: "When did we last" }).count(), 0);
  });

  test("says that a conversation is gone", async (t) => {
    const { page } = await openPage(t, { at: "#/ask?conversation=77" });
    await see(page, "This conversation isn't there any more.").waitFor();
    assert.match(page.url(), /#\/ask$/);
  });

  test("fits a phone", async (t) => {
    const { page } = await openPage(t, { ...PHONE, at: "#/ask" });
    await picture(page, "phone-ask-new");
    await ask(page, "How is green tea made?");
    await see(page, "Where it says so").waitFor();
    await picture(page, "phone-ask");
    await page.getByRole("link", { name: "lines 20–21" }).tap();
    await page.locator(".is-shown").first().waitFor();
    await page.getByRole("button", { name: "Back" }).tap();
    await see(page, "Where it says so").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });

  test("is dark where the system is", async (t) => {
    const { page } = await openPage(t, { at: "#/ask", colorScheme: "dark" });
    await ask(page, "How is green tea made?");
    await see(page, "Where it says so").waitFor();
    await picture(page, "dark-ask");
  });
});
