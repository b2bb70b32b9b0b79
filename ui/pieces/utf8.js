// Places in a text: the engine counts UTF-8 bytes, JavaScript UTF-16 units.

/**
 * Returns what turns a byte offset into `text` into the place to cut the string at. An offset within a character
 * counts as the character's beginning, one behind the end as the end.
 *
 * @param {string} text
 * @returns {(byte: number) => number}
 */
export function placeOfByte(text) {
  /** @type {number[]} */ const bytes = [];
  /** @type {number[]} */ const places = [];
  let byte = 0;
  let place = 0;
  for (const character of text) {
    bytes.push(byte);
    places.push(place);
    byte += lengthInBytes(character.codePointAt(0) ?? 0);
    place += character.length;
  }
  bytes.push(byte);
  places.push(place);
  return (wanted) => places[lastNotAbove(bytes, wanted)] ?? 0;
}

/**
 * Cuts a text into the parts that are marked and those between. Ranges that overlap or run backwards are passed over.
 *
 * @param {string} text
 * @param {[number, number][]} ranges byte offsets, in order
 * @returns {{text: string, marked: boolean}[]}
 */
export function cutAtBytes(text, ranges) {
  const place = placeOfByte(text);
  /** @type {{text: string, marked: boolean}[]} */ const parts = [];
  let done = 0;
  for (const [start, end] of ranges) {
    const from = place(start);
    const to = place(end);
    if (from < done || to <= from) continue;
    if (from > done) parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}

/** @param {number} code */
function lengthInBytes(code) {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/**
 * @param {number[]} sorted
 * @param {number} wanted
 */
function lastNotAbove(sorted, wanted) {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
