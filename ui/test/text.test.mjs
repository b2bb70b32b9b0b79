// What needs no browser: places in texts, events, addresses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAtBytes, placeOfByte } from "../pieces/utf8.js";
import { eventsOf } from "../page/events.js";
import { placeAddress, placeIn, readRoute, writeRoute } from "../page/route.js";

test("bytes are turned into places, whatever the characters", () => {
  const text = "aé茶🍵e\u0301 end";
  const place = placeOfByte(text);
  for (const [at, character] of [...text].entries()) {
    const before = [...text].slice(0, at).join("");
    assert.equal(place(Buffer.byteLength(before)), before.length, character);
  }
  assert.equal(place(Buffer.byteLength(text)), text.length);
  assert.equal(place(7), 3, "within the cup: its beginning");
  assert.equal(place(1000), text.length);
  assert.equal(placeOfByte("")(5), 0);
});

test("a text is cut at its highlights, and nothing is lost by wrong ones", () => {
  const cut = (ranges) => cutAtBytes("grüner Tee 🍵", ranges).map(({ text, marked }) => (marked ? `[${text}]` : text)).join("");
  assert.equal(cut([[0, 7], [8, 11]]), "[grüner] [Tee] 🍵");
  assert.equal(cut([[12, 16]]), "grüner Tee [🍵]");
  assert.equal(cut([[3, 7]]), "gr[üner] Tee 🍵", "within a character: from its beginning");
  assert.equal(cut([[8, 11], [0, 7], [9, 10], [5, 5], [90, 99]]), "grüner [Tee] 🍵");
  assert.equal(cut([]), "grüner Tee 🍵");
});

test("events are read however they are cut", async () => {
  const bytes = Buffer.from(': hello\r\n\r\nevent: text\r\ndata: {"text":"茶🍵"}\r\n\r\nevent: text\ndata: a\ndata: b\n\ndata: plain\n\nevent: cut off\ndata: x');
  for (const size of [1, 2, 3, 7, 1000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    const told = [];
    await eventsOf(ReadableStream.from(pieces), (name, data) => told.push([name, data]));
    assert.deepEqual(told, [["text", '{"text":"茶🍵"}'], ["text", "a\nb"], ["message", "plain"]], `pieces of ${size}`);
  }
});

test("an address says all that is shown", () => {
  const route = {
    view: "ask", query: "50 % & more #1", mode: "regex", folders: ["a/b", "c"], tags: ["ä/ö"], vault: "My notes", conversation: 3,
    note: { vault: "My notes", path: "a/b & c.md", lines: { start: 3, end: 5 }, heading: undefined },
  };
  assert.deepEqual(readRoute(writeRoute(route)), route);
  const place = { vault: "v", path: "100% #1?.md", heading: "One & two", lines: undefined };
  assert.deepEqual(placeIn(placeAddress(place)), place);
});

test("an address that makes no sense shows the beginning", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#/search?mode=magic&conversation=-1&note=x", "#k=1"]) {
    assert.equal(writeRoute(readRoute(hash)), "#/search", hash);
  }
  assert.equal(readRoute("#/search?note=x&in=v&lines=9-3").note?.lines, undefined);
  assert.equal(readRoute("#/search?note=x&in=v&lines=abc").note?.lines, undefined);
  assert.equal(placeIn("#/search?note=x&in=v"), null);
});
