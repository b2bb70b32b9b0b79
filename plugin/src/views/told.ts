// What is told in passing, above all that is shown; it goes with the plugin.

import { Notice } from "obsidian";
import { problemOf } from "../../../ui/pieces/host.js";
import { inWords } from "../../../ui/pieces/problem.js";
import { words } from "../../../ui/pieces/words.js";

/** How long something stays that can be taken back, in milliseconds. */
const GRACE = 8000;

export class Told {
	private readonly notices = new Set<Notice>();

	/** Tells something, with a way back where there is one. */
	say(text: string, undo?: () => void): void {
		if (!undo) {
			this.notices.add(new Notice(text));
			return;
		}
		const content = createFragment((fragment) => {
			fragment.createSpan({ text: `${text} ` });
			fragment.createEl("button", { text: words.undo }).addEventListener("click", undo);
		});
		this.notices.add(new Notice(content, GRACE));
	}

	/** Tells something that stays until it is clicked or taken back; returns what takes it back. */
	keep(text: string, onclick?: () => void): () => void {
		const notice = new Notice(text, 0);
		if (onclick) notice.messageEl.addEventListener("click", onclick);
		this.notices.add(notice);
		return () => notice.hide();
	}

	/** Takes everything back. */
	close(): void {
		for (const notice of this.notices) notice.hide();
		this.notices.clear();
	}
}

/** Returns in plain words why something failed. */
export function reasonOf(thrown: unknown): string {
	return inWords(problemOf(thrown)).what;
}
