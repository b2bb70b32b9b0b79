// The editor of an open note. Where Obsidian has CodeMirror there is a plain text area here; positions, changes and the
// history of undo are the same, but nothing is rendered.

import { strict } from "./strict.js";

/** How long typing may pause and still be undone at once. */
const TYPING = 500;

export class Editor {
  #undo = [];
  #redo = [];
  #typed = -Infinity;

  constructor(parent, changed) {
    this.areaEl = parent.createEl("textarea", { cls: "cm-content", attr: { spellcheck: "false", "aria-label": "Note" } });
    this.changed = changed;
    this.text = "";
    this.areaEl.addEventListener("input", () => this.#heardTyping());
    this.areaEl.addEventListener("beforeinput", () => (this.before = this.#selected()));
    this.areaEl.addEventListener("keydown", (event) => {
      if (!event.ctrlKey || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    });
  }

  #selected() {
    const { selectionStart, selectionEnd, selectionDirection } = this.areaEl;
    return selectionDirection === "backward" ? [selectionEnd, selectionStart] : [selectionStart, selectionEnd];
  }

  #select([anchor, head]) {
    this.areaEl.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head), head < anchor ? "backward" : "forward");
  }

  #heardTyping() {
    const now = performance.now();
    // Letters typed one after the other are one step back; whatever else is put in is one of its own.
    if (now - this.#typed > TYPING || this.#undo.length === 0) this.#undo.push({ text: this.text, selected: this.before ?? [0, 0] });
    this.#typed = now;
    this.#redo = [];
    this.text = this.areaEl.value;
    this.changed();
  }

  /** Puts another text in as one step. */
  #put(text, selected) {
    if (text !== this.text) {
      this.#undo.push({ text: this.text, selected: this.#selected() });
      this.#redo = [];
      this.#typed = -Infinity;
    }
    this.#show(text, selected);
  }

  #show(text, selected) {
    const same = text === this.text;
    this.text = text;
    const { scrollTop } = this.areaEl;
    if (!same) this.areaEl.value = text;
    this.#select(selected);
    this.areaEl.scrollTop = scrollTop;
    if (!same) this.changed();
  }

  #step(from, to) {
    const step = from.pop();
    if (!step) return;
    to.push({ text: this.text, selected: this.#selected() });
    this.#typed = -Infinity;
    this.#show(step.text, step.selected);
  }

  undo() {
    this.#step(this.#undo, this.#redo);
  }

  redo() {
    this.#step(this.#redo, this.#undo);
  }

  /** Shows a text that came from the file; forgets the history if it is another file's. */
  load(text, clear) {
    if (clear) {
      this.#undo = [];
      this.#redo = [];
      this.text = text;
      this.areaEl.value = text;
      this.#select([0, 0]);
      return;
    }
    if (text === this.text) return;
    const selected = this.#selected();
    this.#undo.push({ text: this.text, selected });
    this.text = text;
    this.areaEl.value = text;
    this.#select(selected);
  }

  getDoc() {
    return this;
  }

  refresh() {}

  getValue() {
    return this.text;
  }

  setValue(text) {
    this.#put(text, [0, 0]);
  }

  #lines() {
    return this.text.split("\n");
  }

  getLine(line) {
    const found = this.#lines()[line];
    if (found === undefined) throw new RangeError(`there is no line ${line}`);
    return found;
  }

  setLine(line, text) {
    this.replaceRange(text, { line, ch: 0 }, { line, ch: this.getLine(line).length });
  }

  lineCount() {
    return this.#lines().length;
  }

  lastLine() {
    return this.lineCount() - 1;
  }

  getSelection() {
    const [anchor, head] = this.#selected();
    return this.text.slice(Math.min(anchor, head), Math.max(anchor, head));
  }

  somethingSelected() {
    return this.getSelection() !== "";
  }

  getRange(from, to) {
    return this.text.slice(this.posToOffset(from), this.posToOffset(to));
  }

  replaceSelection(text) {
    this.transaction({ replaceSelection: text });
  }

  replaceRange(text, from, to) {
    this.transaction({ changes: [{ text, from, to }] });
  }

  transaction({ replaceSelection, changes = [], selection, selections }) {
    const [anchor, head] = this.#selected();
    const spans = changes.map(({ text, from, to }) => ({ text, start: this.posToOffset(from), end: this.posToOffset(to ?? from) }));
    if (replaceSelection !== undefined) spans.push({ text: replaceSelection, start: Math.min(anchor, head), end: Math.max(anchor, head) });
    spans.sort((a, b) => a.start - b.start || a.end - b.end);
    spans.forEach((span, at) => {
      if (at > 0 && span.start < spans[at - 1].end) throw new RangeError("changes of one transaction overlap");
    });
    let text = "";
    let read = 0;
    const moved = (offset) => spans.reduce((sum, each) => (each.end <= offset ? sum + each.text.length - (each.end - each.start) : sum), offset);
    for (const span of spans) {
      text += this.text.slice(read, span.start) + span.text;
      read = span.end;
    }
    text += this.text.slice(read);
    this.#put(text, [moved(anchor), moved(head)]);
    const chosen = selection ?? selections?.[0];
    if (chosen) this.setSelection(chosen.from, chosen.to);
  }

  getCursor(side = "head") {
    const [anchor, head] = this.#selected();
    const offset = { from: Math.min(anchor, head), to: Math.max(anchor, head), head, anchor }[side];
    return this.offsetToPos(offset);
  }

  listSelections() {
    return [{ anchor: this.getCursor("anchor"), head: this.getCursor("head") }];
  }

  setCursor(position, ch) {
    const at = typeof position === "number" ? { line: position, ch: ch ?? 0 } : position;
    this.setSelection(at);
  }

  setSelection(anchor, head = anchor) {
    this.#select([this.posToOffset(anchor), this.posToOffset(head)]);
  }

  setSelections(ranges) {
    this.setSelection(ranges[0].anchor, ranges[0].head);
  }

  focus() {
    this.areaEl.focus();
  }

  blur() {
    this.areaEl.blur();
  }

  hasFocus() {
    return document.activeElement === this.areaEl;
  }

  getScrollInfo() {
    return { top: this.areaEl.scrollTop, left: this.areaEl.scrollLeft };
  }

  scrollTo(x, y) {
    this.areaEl.scrollTo(x ?? this.areaEl.scrollLeft, y ?? this.areaEl.scrollTop);
  }

  /** Scrolls by the lines of the text, as if none of them were wrapped. */
  scrollIntoView(range, center) {
    const height = parseFloat(getComputedStyle(this.areaEl).lineHeight);
    const top = range.from.line * height;
    const seen = top >= this.areaEl.scrollTop && top + height <= this.areaEl.scrollTop + this.areaEl.clientHeight;
    if (center) this.areaEl.scrollTop = top - (this.areaEl.clientHeight - height) / 2;
    else if (!seen) this.areaEl.scrollTop = top;
  }

  wordAt(position) {
    const line = this.getLine(position.line);
    for (const word of line.matchAll(/[\p{L}\p{N}_]+/gu)) {
      if (word.index <= position.ch && position.ch <= word.index + word[0].length) {
        const at = (ch) => ({ line: position.line, ch });
        return { from: at(word.index), to: at(word.index + word[0].length) };
      }
    }
    return null;
  }

  posToOffset({ line, ch }) {
    const lines = this.#lines();
    if (line >= lines.length) return this.text.length;
    if (line < 0) return 0;
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    return before + Math.max(0, Math.min(ch, lines[line].length));
  }

  offsetToPos(offset) {
    const before = this.text.slice(0, Math.max(0, offset)).split("\n");
    return { line: before.length - 1, ch: before[before.length - 1].length };
  }

  processLines(read, write, ignoreEmpty = true) {
    const lines = this.#lines().map((text, line) => ({ text, line })).filter(({ text }) => !ignoreEmpty || text.trim() !== "");
    const values = lines.map(({ line, text }) => read(line, text));
    const changes = lines.flatMap(({ line, text }, at) => write(line, text, values[at]) ?? []);
    if (changes.length > 0) this.transaction({ changes });
  }
}

strict(Editor);
