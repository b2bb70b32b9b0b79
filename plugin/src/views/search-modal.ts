// Searching as one switches notes: type, go through the passages by arrow keys, open one or link to it.

import { Keymap, Platform, SuggestModal, type App, type Editor } from "obsidian";
import { fill, h } from "../../../ui/pieces/dom.js";
import type { Host } from "../../../ui/pieces/host.js";
import { cutAtBytes } from "../../../ui/pieces/utf8.js";
import { words } from "../../../ui/pieces/words.js";
import type { Hit, Mode } from "../../../ui/pieces/wire.js";
import { say } from "../words";
import { MODES, searching } from "./found";
import { linkTo, openPlace, recentEditor } from "./places";

/** How long to wait for the next letter, in milliseconds. */
const TYPING_PAUSE = 30;

export class SearchModal extends SuggestModal<Hit> {
	private readonly search: ReturnType<typeof searching>;
	private readonly editor: Editor | null;
	private readonly mode = h("select", { class: "dropdown notekin-mode", "aria-label": words.search.mode });
	/** The passages that were found last, which a search that was given up shows, too. */
	private last: Hit[] = [];
	private number = 0;

	/** `keep` shows the same search in a view that stays. */
	constructor(
		app: App,
		host: Host,
		private readonly query: string,
		private readonly keep: (query: string, mode: Mode) => void,
	) {
		super(app);
		this.search = searching(host);
		this.editor = recentEditor(app);
		this.modalEl.addClass("notekin-search-modal");
		this.setPlaceholder(say.search.placeholder);
		this.setInstructions([
			{ command: "↵", purpose: say.search.open },
			{ command: `${modKey()} ↵`, purpose: say.search.newTab },
			{ command: "⇧ ↵", purpose: say.search.insert },
			{ command: "⌥ ↵", purpose: say.search.keep },
			{ command: say.search.conditions, purpose: say.search.conditionsTip },
		]);
		this.scope.register(["Mod"], "Enter", (event) => this.choose(event));
		this.scope.register(["Shift"], "Enter", (event) => this.choose(event));
		this.scope.register(["Alt"], "Enter", () => this.keepOpen());
	}

	override onOpen(): void {
		void super.onOpen();
		fill(this.mode, MODES.map((mode) => h("option", { value: mode }, words.search.modes[mode])));
		this.mode.addEventListener("change", () => {
			this.inputEl.focus();
			this.again();
		});
		this.inputEl.after(this.mode);
		this.inputEl.value = this.query;
		if (this.query !== "") this.again();
	}

	override onClose(): void {
		super.onClose();
		this.search.stop();
	}

	override async getSuggestions(query: string): Promise<Hit[]> {
		const number = (this.number += 1);
		await new Promise((resolve) => window.setTimeout(resolve, TYPING_PAUSE));
		if (number !== this.number) return this.last;
		const mode = this.mode.value === "" ? "hybrid" : (this.mode.value as Mode);
		const found = await this.search.run({ query, mode, typing: true, folders: [], tags: [] });
		if (!found) return this.last;
		this.emptyStateText = found.text;
		this.last = found.hits;
		return found.hits;
	}

	override renderSuggestion(hit: Hit, element: HTMLElement): void {
		const title = hit.title || hit.path;
		const where = hit.heading.filter((heading, at) => at > 0 || heading !== title).join(" › ");
		const text = cutAtBytes(hit.snippet.text, hit.snippet.highlights).map((part) => (part.marked ? h("mark", {}, part.text) : part.text));
		element.addClass("notekin-suggestion");
		fill(
			element,
			h("div", { class: "suggestion-title", dir: "auto" }, title, where !== "" && h("span", { class: "notekin-suggestion-where" }, where)),
			h("div", { class: "suggestion-note", dir: "auto" }, text),
		);
	}

	override onChooseSuggestion(hit: Hit, event: MouseEvent | KeyboardEvent): void {
		const place = { vault: hit.vault, path: hit.path, lines: hit.lines };
		if (event.shiftKey && this.editor) this.editor.replaceSelection(linkTo(this.app, { ...place, heading: headingOf(hit) }));
		else void openPlace(this.app, place, Keymap.isModEvent(event));
	}

	private choose(event: KeyboardEvent): false {
		this.selectActiveSuggestion(event);
		return false;
	}

	private keepOpen(): false {
		this.close();
		this.keep(this.inputEl.value, (this.mode.value || "hybrid") as Mode);
		return false;
	}

	private again(): void {
		this.inputEl.dispatchEvent(new Event("input"));
	}
}

/** Returns the heading to link to; the note's own title needs none. */
function headingOf({ heading, title }: Hit): string | undefined {
	const last = heading.at(-1);
	return last === title ? undefined : last;
}

function modKey(): string {
	return Platform.isMacOS ? "⌘" : "Ctrl";
}
