// A long day: what is opened leaves nothing behind. With more notes and more switches: large/large.test.mjs.

import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "./app.mjs";
import { notePath } from "./generate.mjs";
import { openPlugin } from "./plugin.mjs";
import { homeOf, showRelated, staysSmall } from "./switching.mjs";

const NOTES = 300;
const SWITCHES = 200;

describe("a long day", { skip: NOT_RUN, timeout: 240_000 }, () => {
  let made;
  before(async () => {
    await startBrowser();
    made = await homeOf(NOTES);
  });
  after(async () => {
    await stopBrowser();
    await made?.end();
  });

  test(`leaves nothing behind after ${SWITCHES} switches`, async (t) => {
    const opened = await openPlugin(t, { home: made.home, open: notePath(0) });
    await showRelated(opened.app);
    await staysSmall(t, opened, { switches: SWITCHES, notes: NOTES });
  });
});
