// What belongs with the note that is open, or with the section the cursor is in.

import { MarkdownView } from "obsidian";
import { fill, h } from "../../../ui/pieces/dom.js";
import { relatedPanel } from "../../../ui/pieces/related.js";
import type { Place } from "../../../ui/pieces/wire.js";
import type { Scope } from "../engine/vault";
import { say } from "../words";
import { EngineView } from "./engine-view";
import { narrowing } from "./narrowing";

export const RELATED = "notekin-related";

/** How long the cursor must rest before its section counts, in milliseconds. */
const REST = 250;

export class RelatedView extends EngineView {
	override icon = "lucide-waypoints";
	override navigation = false;
	private panel: ReturnType<typeof relatedPanel> | null = null;
	private readonly subject = h("p", { class: "notekin-subject notekin-quiet", dir: "auto" });
	private narrowed: Scope = { folders: [], tags: [] };
	private bySection = false;
	/** What is shown, so that the same isn't asked for again. */
	private shown = "";
	private generation = -1;
	private resting = 0;

	override getViewType(): string {
		return RELATED;
	}

	override getDisplayText(): string {
		return say.views.related;
	}

	protected override build(body: HTMLElement): void {
		const { host } = this.around;
		const chips = narrowing(this.app, () => this.narrowed, (scope) => {
			this.narrowed = scope;
			chips.show();
			this.follow();
		});
		const related: typeof host.related = (place, wanted, signal) => host.related(place, { ...wanted, ...this.narrowed }, signal);
		this.panel = relatedPanel({ ...host, related }, { debug: true });
		this.panel.element.querySelector(".notekin-related-body")?.before(h("div", { class: "notekin-row" }, this.sectionBox(), chips.element), this.subject);
		body.append(this.panel.element);
		this.registerEvent(this.app.workspace.on("file-open", () => this.follow()));
		this.registerEvent(this.app.vault.on("rename", () => this.follow()));
		this.registerDomEvent(this.containerEl.ownerDocument, "selectionchange", () => this.cursorMoved());
		this.register(() => this.panel?.close());
		this.register(() => window.clearTimeout(this.resting));
	}

	protected override ready(): void {
		this.shown = "";
		this.follow();
	}

	/** What was read since may belong with the note, too. */
	protected override statusChanged(): void {
		const generation = this.around.connection.status?.status?.generation ?? -1;
		if (generation === this.generation) return;
		this.generation = generation;
		this.shown = "";
		this.follow();
	}

	private sectionBox(): HTMLElement {
		const box = h("input", { type: "checkbox" });
		box.addEventListener("change", () => {
			this.bySection = box.checked;
			this.follow();
		});
		return h("label", { class: "notekin-debug", title: say.related.sectionTip }, box, say.related.section);
	}

	private cursorMoved(): void {
		if (!this.bySection) return;
		window.clearTimeout(this.resting);
		this.resting = window.setTimeout(() => this.follow(), REST);
	}

	/** Shows what belongs with what is open now. */
	private follow(): void {
		const place = this.place();
		const key = JSON.stringify([place, this.narrowed]);
		if (!this.panel || this.around.connection.state.kind !== "ready" || key === this.shown) return;
		this.shown = key;
		fill(this.subject, !place && say.related.none, place?.heading !== undefined && say.related.of(place.heading));
		this.subject.hidden = this.subject.textContent === "";
		if (place) void this.panel.open(place);
		else this.panel.close();
	}

	private place(): Place | null {
		const file = this.app.workspace.getActiveFile();
		if (!file || !/^(md|markdown|canvas)$/.test(file.extension)) return null;
		const vault = this.around.connection.vault?.name ?? "";
		const heading = this.bySection ? this.heading(file.path) : null;
		return { vault, path: file.path, ...(heading === null ? {} : { heading }) };
	}

	/** Returns the heading above the cursor. */
	private heading(path: string): string | null {
		const views = this.app.workspace.getLeavesOfType("markdown").map((leaf) => leaf.view);
		const view = views.find((each) => each instanceof MarkdownView && each.file?.path === path);
		if (!(view instanceof MarkdownView) || !view.file) return null;
		const { line } = view.editor.getCursor();
		const headings = this.app.metadataCache.getFileCache(view.file)?.headings ?? [];
		return headings.filter(({ position }) => position.start.line <= line).at(-1)?.heading ?? null;
	}
}
