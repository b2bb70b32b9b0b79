// A view that needs the engine: it says what is missing until the engine is there, and keeps what it shows if it goes.

import { ItemView, type HoverPopover, type WorkspaceLeaf } from "obsidian";
import { h } from "../../../ui/pieces/dom.js";
import type { Host } from "../../../ui/pieces/host.js";
import type { Connection } from "../engine/connection";
import { followPlaces } from "./places";
import { showEngine } from "./engine-panel";
import type { Told } from "./told";

/** What every view is given. */
export interface Surroundings {
	connection: Connection;
	host: Host;
	told: Told;
	openSettings: () => void;
}

export abstract class EngineView extends ItemView {
	hoverPopover: HoverPopover | null = null;
	private isBuilt = false;

	constructor(
		leaf: WorkspaceLeaf,
		protected readonly around: Surroundings,
	) {
		super(leaf);
	}

	/** Makes what is shown. It is made once, when the engine is there for the first time. */
	protected abstract build(body: HTMLElement): void;

	/** Is called when the engine is there, for the first time or again. */
	protected ready(): void {}

	/** Is called when the vault was read further. */
	protected statusChanged(): void {}

	protected override async onOpen(): Promise<void> {
		const { connection } = this.around;
		const panel = h("div", { class: "notekin-engine", role: "status" });
		const body = h("div", { class: "notekin-body", hidden: true });
		this.contentEl.replaceChildren(panel, body);
		this.contentEl.addClass("notekin-view");
		followPlaces(this.app, this, body, this.getViewType());
		const copy = (text: string) => void this.around.host.copy(text, text);
		const show = () => {
			showEngine(panel, { connection, openSettings: this.around.openSettings, copy });
			const isReady = connection.state.kind === "ready";
			if (isReady && !this.isBuilt) this.build(body);
			this.isBuilt ||= isReady;
			body.hidden = !this.isBuilt || connection.state.kind === "unread" || connection.state.kind === "missing";
			if (isReady) this.ready();
		};
		this.register(connection.onNews((news) => (news === "state" ? show() : this.statusChanged())));
		show();
		await Promise.resolve();
	}

	protected override async onClose(): Promise<void> {
		this.isBuilt = false;
		this.contentEl.replaceChildren();
		await Promise.resolve();
	}
}
