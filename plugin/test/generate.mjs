// A vault of any size, the same each time: notes about made-up matters, in folders, with links between them.

import { createHash } from "node:crypto";

const MATTERS = ["kiln", "lens", "harbour", "orchard", "ledger", "violin", "glacier", "pigment", "beehive", "loom", "tide", "compass", "ferry", "quarry", "almanac", "cistern"];
const DOINGS = ["repairs", "measures", "sketches", "records", "carries", "sorts", "polishes", "compares", "forgets", "repeats"];
const WAYS = ["slowly", "by hand", "before dawn", "in winter", "twice", "without a plan", "near the river", "for the guild"];

const number = (text) => createHash("sha256").update(text).digest().readUInt32BE(0);
const pick = (list, seed) => list[number(seed) % list.length];

export const noteName = (at) => `${pick(MATTERS, `n${at}`)} ${at}`;
export const notePath = (at) => `${pick(MATTERS, `n${at}`)}/${noteName(at)}.md`;

/** Makes the notes: a table of paths and texts. */
export function generate(count) {
  const notes = {};
  for (let at = 0; at < count; at += 1) {
    const matter = pick(MATTERS, `n${at}`);
    const sentence = (which) => `The ${matter} ${pick(DOINGS, `d${at}.${which}`)} the ${pick(MATTERS, `m${at}.${which}`)} ${pick(WAYS, `w${at}.${which}`)}, number ${number(`x${at}.${which}`) % 997}.`;
    const text = [0, 1, 2].map((part) => `## Part ${part + 1}\n\n${sentence(`${part}a`)} ${sentence(`${part}b`)} ${sentence(`${part}c`)}\n`);
    const links = [1, 2].map((each) => `- [[${noteName(number(`l${at}.${each}`) % count)}]]`);
    notes[notePath(at)] = `# ${noteName(at)}\n\n${text.join("\n")}\n## See also\n\n${links.join("\n")}\n`;
  }
  return notes;
}
