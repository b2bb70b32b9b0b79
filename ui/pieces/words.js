// Everything the pieces and the page say, in one table. To translate, write another table of the same shape and have
// it spoken.

/**
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** @param {{start: number, end: number}} lines */
const lines = ({ start, end }) => (start === end ? `line ${start}` : `lines ${start}–${end}`);

export const words = {
  name: "Notekin",
  close: "Close",
  back: "Back",
  retry: "Try again",
  undo: "Undo",
  loading: "Loading…",
  copied: "Copied",
  /** @param {string} text */ notCopied: (text) => `This couldn't be copied: ${text}`,
  copyLink: "Copy link",
  /** @param {string} title */ copyLinkTo: (title) => `Copy a link to ${title}`,
  lines,
  /** @param {number} share */ percent: (share) => `${Math.round(share * 100)}%`,

  views: { search: "Search", ask: "Ask", status: "Notes", label: "Views" },
  vault: { label: "Vault", all: "All vaults" },

  search: {
    label: "Search your notes",
    placeholder: "What are you looking for?",
    mode: "How to search",
    modes: { hybrid: "By words and meaning", semantic: "By meaning", keyword: "By words", regex: "Pattern" },
    narrow: "Narrow",
    narrowLabel: "A folder, or a tag with # before it",
    narrowPlaceholder: "folder or #tag",
    filters: "Only in",
    /** @param {string} name */ without: (name) => `Stop looking only in ${name}`,
    results: "Results",
    newest: "Newest notes",
    more: "More",
    everything: "Show them all the same",
    changed: "Your notes have changed since the first of these were found.",
    chance: "How likely this passage is to answer",
    /** @param {number} total */ found: (total) => `${count(total, "note")} found`,
    /** @param {wire.Coverage} coverage */
    nothing: (coverage) => {
      if (coverage.scope === 0) return `None of your ${count(coverage.total, "note")} is in what you narrowed it to.`;
      const where = coverage.scope === undefined ? coverage.searched : coverage.scope;
      const read = coverage.searched < coverage.total ? ` of ${coverage.total.toLocaleString("en")} read so far` : "";
      return `Nothing in the ${count(where, "note")}${read}.`;
    },
    nothingTip: "Fewer or other words may help. Finding by meaning needs no word in common.",
    /** @param {number} passages */ also: (passages) => `The same is said in ${count(passages, "other passage")}`,
    tips: ['"these very words"', "-without", "folder:recipes", "tag:garden", "after:2026-03"],
    tipsLabel: "You can also type",
  },

  notice: {
    no_model: "Nothing is found by meaning, as no model is installed. `notekin model install` adds it.",
    /** @param {string} reason */
    model_failed: (reason) => `Nothing is found by meaning, as the model can't be used: ${reason}.`,
    /** @param {string} model */ switching: (model) => `Nothing is found by meaning until ${model} has read all notes.`,
    /** @param {number} unseen @param {number} parts */
    pending: (unseen, parts) =>
      unseen > 0 && parts > 0
        ? `${count(unseen, "note")} can't be found by meaning yet, ${parts.toLocaleString("en")} only in part.`
        : unseen > 0
          ? `${count(unseen, "note")} can't be found by meaning yet.`
          : `${count(parts, "note")} can be found by meaning only in part yet.`,
    nothing_relevant: "Nothing in your notes is likely to answer. These come nearest:",
    /** @param {number} characters */
    words_cut: (characters) => `Only the first ${count(characters, "character")} are searched by words.`,
    /** @param {number} characters */
    meaning_cut: (characters) => `Only the first ${count(characters, "character")} are searched by meaning.`,
    /** @param {string} reason */ broken_off: (reason) => `The answer is not complete: ${reason}.`,
    /** @param {string} heading */
    neighbours: (heading) => `“${heading}” is so short that it was read together with the sections beside it.`,
    /** @param {string} typed @param {string} searched */
    respelt: (typed, searched) => `No note has “${typed}”, so this is for “${searched}”.`,
    /** @param {number} changes */ unread: (changes) => `${count(changes, "change")} not read yet.`,
    /** @param {string} reason */ recovered: (reason) => `Damage was met and mended: ${reason}.`,
    /** @param {string} vault @param {string} reason */ left_out: (vault, reason) => `${vault} is left out: ${reason}.`,
    /** @param {string} reason */
    vault_unreachable: (reason) => `From what was read before, as the folder can't be looked at: ${reason}.`,
    /** @param {number} vanished */
    paused: (vanished) => `${count(vanished, "note")} vanished at once, so none was taken out. See Notes.`,
  },

  related: {
    title: "What belongs with it",
    belongsUnder: "Belongs under",
    related: "Related",
    /** @param {number} notes */ nearCopiesOf: (notes) => `Near-copies (${notes.toLocaleString("en")})`,
    debug: "Debug",
    debugTip: "Show notes too that are hardly related",
    add: "Add a link",
    /** @param {string} title */ addTo: (title) => `Add a link to ${title}`,
    show: "Which notes",
    shows: { unlinked: "Not linked", linked: "Linked", all: "All" },
    linked: "linked",
    hardly: "hardly related",
    intro: "beginning",
    byWords: "by words and links, not by meaning",
    /** @param {string} from @param {string} to */ sections: (from, to) => `${from} → ${to}`,
    /** @param {string} from @param {string} to */
    sectionsSpoken: (from, to) => `its section “${to}” is near “${from}”`,
    chance: "How likely you would be to link the two",
    /** @param {number} share */ same: (share) => `${Math.round(share * 100)}% the same`,
    none: {
      unlinked: "Nothing that isn't linked already.",
      linked: "No linked notes.",
      all: "Nothing else in your notes belongs with it yet.",
    },
  },

  note: {
    label: "Note",
    properties: "Properties",
    /** @param {string} day */ modified: (day) => `Changed ${day}`,
    aliases: "Also called",
    image: "Picture",
    embedded: "Embedded",
    backlinks: "Linked from",
    empty: "This note is empty.",
    done: "done",
    open: "to do",
    toStart: "Choose a passage to read it here.",
    obsidian: "Open in Obsidian",
    keys: [["/", "to search"], ["↓ ↑", "through the passages"], ["Enter", "to read"], ["Esc", "back"]],
    missing: "This note isn't there any more. It may have been moved or renamed.",
    /** @param {string} name */ inFolder: (name) => `Look only in ${name}`,
    /** @param {string} name */ withTag: (name) => `Look only at notes tagged ${name}`,
  },

  ask: {
    label: "Ask your notes",
    placeholder: "What would you like to know?",
    further: "Ask further…",
    send: "Ask",
    stop: "Stop",
    intro: "Every sentence of an answer leads to the lines it comes from.",
    reading: "Reading your notes…",
    ready: "The answer is ready.",
    stopped: "You stopped this. What is here was not checked against your notes.",
    broken: "This broke off. What is here was not checked against your notes.",
    quotes: "Quotes only",
    quotesTip: "Quote your notes word for word, without a model that writes",
    unsaved: "Don't keep",
    unsavedTip: "Keep nothing of this question and its answer",
    copy: "Copy answer",
    insert: "Insert into note",
    sources: "Where it says so",
    /** @param {number} number @param {string} title */ source: (number, title) => `Source ${number}: ${title}`,
    weak: "only partly in your notes",
    unsupported: "not in your notes",
    notInNotes: "Not in your notes",
    notInNotesMore: "Nothing in them answers this.",
    partial: "Not in what is read so far",
    /** @param {number} searched @param {number} total */
    partialMore: (searched, total) =>
      `${searched.toLocaleString("en")} of ${count(total, "note")} are read. Ask again when the rest is.`,
    nearest: "These come nearest",
    /** @param {string} model */ writtenBy: (model) => `Written by ${model}, checked against your notes`,
    quoted: "Quoted from your notes, word for word",
  },

  conversations: {
    title: "Conversations",
    start: "New conversation",
    none: "What you ask is kept here, on this machine.",
    /** @param {number} turns */ turns: (turns) => count(turns, "question"),
    /** @param {string} question */ remove: (question) => `Delete: ${question}`,
    removed: "Conversation deleted.",
    gone: "This conversation isn't there any more.",
  },

  progress: {
    title: "Your notes",
    /** @param {number} notes */ notes: (notes) => count(notes, "note"),
    ready: "All read, by words and by meaning.",
    words: "Found by words. Nothing is read by meaning yet.",
    noModel: "Found by words. To find by meaning too, install the model with `notekin model install`.",
    absent: "Nothing is read yet.",
    empty: "There are no notes in this folder yet.",
    missing: "The folder isn't there. What was read of it can still be searched.",
    /** @param {number} read @param {number} total */
    reading: (read, total) => `${read.toLocaleString("en")} of ${count(total, "note")} read by meaning. All are found by words.`,
    partial: "Found by words and by meaning. Some passages are still being read anew.",
    bar: "Read by meaning",
    /** @param {string} model */ model: (model) => `Model: ${model}`,
    /** @param {string} model @param {number} read @param {number} total */
    next: (model, read, total) =>
      `Next model: ${model}, which has read ${read.toLocaleString("en")} of ${count(total, "passage")}`,
    /** @param {number} changes */ changes: (changes) => `${count(changes, "change")} not read yet`,
    read: "Read now",
    pause: "Pause reading",
    pauseHour: "Pause for an hour",
    resume: "Resume reading",
    paused: "You paused reading by meaning. New words are still found at once.",
    /** @param {string} time */ pausedUntil: (time) => `You paused reading by meaning until ${time}. New words are still found at once.`,
    /** @param {number} notes */ errors: (notes) => `${count(notes, "note")} couldn't be read`,
    /** @param {number} notes */ refused: (notes) => `${count(notes, "note")} the model couldn't read; found by words`,
    /** @param {number} notes */ excluded: (notes) => `${count(notes, "note")} left out`,
    /** @param {number} more */ more: (more) => `and ${more.toLocaleString("en")} more`,
    trouble: "The model can't be used",
    /** @param {number} notes */
    vanished: (notes) => `${count(notes, "note")} vanished at once. Nothing was taken out, in case a drive isn't there.`,
    accept: "Yes, I removed them",
    /** @param {string} action */ doing: (action) => `${action}: done`,
    pill: {
      ready: "All read",
      /** @param {number} share */ reading: (share) => `${Math.floor(share * 100)}% read`,
      words: "By words only",
      paused: "Paused",
      trouble: "Needs a look",
      /** @param {number} notes */ errors: (notes) => `${notes.toLocaleString("en")} unread`,
    },
  },

  problem: {
    gone: "Notekin isn't running any more.",
    goneHint: "Start it again with `notekin open`, which brings you back here.",
    denied: "This page needs a fresh key.",
    deniedHint: "Open it with `notekin open`. Each key works once, and only for two minutes.",
    noVaults: "No notes yet.",
    noVaultsHint: "Give Notekin a folder of Markdown notes with `notekin index ~/notes`. They are only ever read.",
    internal: "Something went wrong.",
  },
};

/**
 * Says everything in other words from now on. The sections stay the same objects, as pieces hold on to them.
 *
 * @param {typeof words} table
 */
export function speak(table) {
  for (const [name, section] of Object.entries(table)) {
    const key = /** @type {keyof typeof words} */ (name);
    if (typeof section === "object") Object.assign(words[key], section);
    else Object.assign(words, { [key]: section });
  }
}

/** @import * as wire from "./wire.js" */
