// A search that stays beside the notes.

import type { ViewStateResult } from "obsidian";
import { fill, h } from "../../../ui/pieces/dom.js";
import { noticeList } from "../../../ui/pieces/notices.js";
import { resultList } from "../../../ui/pieces/results.js";
import { words } from "../../../ui/pieces/words.js";
import type { Mode } from "../../../ui/pieces/wire.js";
import type { Scope } from "../engine/vault";
import { say } from "../words";
import { EngineView } from "./engine-view";
import { MODES, searching, type Found } from "./found";
import { narrowing } from "./narrowing";

export const SEARCH = "notekin-search";

/** How long to wait for the next letter, in milliseconds. */
const TYPING_PAUSE = 60;

/** What is searched for, as Obsidian keeps it. */
export interface SearchState extends Record<string, unknown>, Partial<Scope> {
	query?: string;
	mode?: Mode;
}

export class SearchView extends EngineView {
	override icon = "lucide-text-search";
	override navigation = false;
	private wanted: Required<SearchState> = { query: "", mode: "hybrid", folders: [], tags: [] };
	private readonly field = h("input", { type: "search", class: "notekin-field", dir: "auto", spellcheck: "false", maxlength: 4000 });
	private readonly mode = h("select", { class: "dropdown" });
	private readonly above = h("div", { class: "notekin-found", "aria-live": "polite" });
	private readonly below = h("div", { class: "notekin-row" });
	private hits: ReturnType<typeof resultList> | null = null;
	private search: ReturnType<typeof searching> | null = null;
	private chips: ReturnType<typeof narrowing> | null = null;
	private timer = 0;

	override getViewType(): string {
		return SEARCH;
	}

	override getDisplayText(): string {
		return say.views.search;
	}

	override getState(): Record<string, unknown> {
		return { ...this.wanted };
	}

	override async setState(state: unknown, result: ViewStateResult): Promise<void> {
		await super.setState(state, result);
		const { query = "", mode = "hybrid", folders = [], tags = [] } = (state ?? {}) as SearchState;
		this.look({ query, mode, folders, tags });
	}

	/** Looks for something else. */
	look(change: SearchState): void {
		this.wanted = { ...this.wanted, ...change };
		if (this.field.value !== this.wanted.query) this.field.value = this.wanted.query;
		this.mode.value = this.wanted.mode;
		this.chips?.show();
		void this.run(false);
	}

	focusField(): void {
		this.field.focus();
		this.field.select();
	}

	protected override build(body: HTMLElement): void {
		const { host } = this.around;
		this.search = searching(host);
		this.hits = resultList(host, { leave: () => this.field.focus(), showVault: () => false });
		this.chips = narrowing(this.app, () => this.wanted, (scope) => this.look({ ...scope }));
		this.field.setAttribute("aria-label", words.search.label);
		this.field.setAttribute("placeholder", say.search.placeholder);
		this.mode.setAttribute("aria-label", words.search.mode);
		fill(this.mode, MODES.map((mode) => h("option", { value: mode }, words.search.modes[mode])));
		this.mode.addEventListener("change", () => this.look({ mode: this.mode.value as Mode }));
		this.field.addEventListener("input", () => this.typed());
		this.field.addEventListener("keydown", (event) => this.keyed(event));
		body.append(h("div", { role: "search" }, this.field, h("div", { class: "notekin-row" }, this.mode, this.chips.element)), this.above, this.hits.element, this.below);
		this.register(() => this.search?.stop());
		this.register(() => window.clearTimeout(this.timer));
		this.field.value = this.wanted.query;
		this.mode.value = this.wanted.mode;
		this.chips.show();
	}

	protected override ready(): void {
		void this.run(false);
	}

	private typed(): void {
		window.clearTimeout(this.timer);
		this.timer = window.setTimeout(() => {
			this.wanted.query = this.field.value;
			void this.run(true);
			this.app.workspace.requestSaveLayout();
		}, TYPING_PAUSE);
	}

	private keyed(event: KeyboardEvent): void {
		if (event.key === "ArrowDown" && this.hits?.focus()) event.preventDefault();
		else if (event.key === "Enter" && !event.isComposing) this.look({ query: this.field.value });
	}

	private async run(typing: boolean, more: { everything?: boolean; cursor?: string } = {}): Promise<void> {
		if (!this.search || this.around.connection.state.kind !== "ready") return;
		const found = await this.search.run({ ...this.wanted, typing, ...more });
		if (found) this.showFound(found, more.cursor !== undefined);
	}

	private showFound({ hits, reply, text }: Found, isMore: boolean): void {
		this.hits?.show(hits, isMore);
		if (!isMore) {
			const isUnlikely = reply?.notices?.some(({ kind }) => kind === "nothing_relevant");
			fill(
				this.above,
				!isUnlikely && h("p", { class: "notekin-quiet" }, hits.length > 0 && reply ? this.count(reply.total) : text),
				reply && noticeList(reply.notices, this.around.host),
				isUnlikely && this.button(words.search.everything, () => void this.run(false, { everything: true })),
			);
		}
		const cursor = reply?.next_cursor;
		fill(this.below, reply?.changed && h("p", {}, words.search.changed), cursor && this.button(words.search.more, () => void this.run(false, { cursor })));
	}

	private count(total: number): string {
		return this.wanted.query.trim() === "" && this.wanted.folders.length + this.wanted.tags.length === 0 ? words.search.newest : words.search.found(total);
	}

	private button(label: string, onclick: () => void): HTMLElement {
		return h("button", { type: "button", class: "notekin-button", onclick }, label);
	}
}
