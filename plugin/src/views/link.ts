// Adding a link to a note: the engine plans where it surely is one, and Obsidian writes it, as one step to undo.

import { MarkdownView, type App, type Editor, type TFile } from "obsidian";
import { placeOfByte } from "../../../ui/pieces/utf8.js";
import type { LinkPlan, VaultClient } from "../engine/vault";
import { say } from "../words";
import { fileAt } from "./places";

/** What came of it: whether the note has the link now, what is to be said, and how to take it back. */
export interface Linked {
	isThere: boolean;
	text: string | null;
	undo?: () => void;
}

/** Adds a link to a note's list of related notes. */
export async function addLink(app: App, vault: VaultClient, from: string, to: string): Promise<Linked> {
	const file = fileAt(app, from);
	const target = fileAt(app, to);
	if (!file || !target) return { isThere: false, text: say.places.missing(file ? to : from) };
	const editor = editorOf(app, file);
	const text = editor ? editor.getValue() : await app.vault.read(file);
	const plan = await vault.planLink(from, to, text);
	const link = app.fileManager.generateMarkdownLink(target, file.path);
	const edit = editOf(plan, text, link);
	if (!edit) return unplanned(plan, target.basename);
	if (!editor) return write(app, file, text, edit);
	// What was typed while the engine thought is not to be written over.
	if (editor.getValue() !== text) return { isThere: false, text: say.link.changed };
	const [start, end] = [editor.offsetToPos(edit.from), editor.offsetToPos(edit.to)];
	editor.transaction({ changes: [{ from: start, to: end, text: edit.insert }] }, "notekin");
	return { isThere: true, text: null };
}

interface Edit {
	from: number;
	to: number;
	insert: string;
}

/** Returns the planned edit with the link as this vault writes links. */
function editOf({ plan, bytes, insert, link: planned }: LinkPlan, text: string, link: string): Edit | null {
	if (plan !== "insert" || !bytes || typeof insert !== "string") return null;
	const place = placeOfByte(text);
	return { from: place(bytes.start), to: place(bytes.end), insert: insert.replace(planned, () => link) };
}

function unplanned({ plan }: LinkPlan, title: string): Linked {
	if (plan === "already_there") return { isThere: true, text: say.link.already(title) };
	return { isThere: false, text: plan === "unsupported" ? say.link.unsupported : say.link.noPlace };
}

/** Writes into a note that no editor has open. */
async function write(app: App, file: TFile, text: string, { from, to, insert }: Edit): Promise<Linked> {
	const after = text.slice(0, from) + insert + text.slice(to);
	const written = await app.vault.process(file, (now) => (now === text ? after : now));
	if (written !== after) return { isThere: false, text: say.link.changed };
	const undo = () => void app.vault.process(file, (now) => (now === after ? text : now));
	return { isThere: true, text: say.link.added(file.basename), undo };
}

/** Returns the editor in which a note is open to be written. */
function editorOf(app: App, file: TFile): Editor | null {
	const views = app.workspace.getLeavesOfType("markdown").map((leaf) => leaf.view);
	const open = views.find((view) => view instanceof MarkdownView && view.file?.path === file.path && view.getMode() === "source");
	return open instanceof MarkdownView ? open.editor : null;
}
