// The plugin: puts its parts together, and takes them apart again.

import { FileSystemAdapter, getLanguage, Plugin, type Editor, type WorkspaceLeaf } from "obsidian";
import type { Mode, VaultAction } from "../../ui/pieces/wire.js";
import { Connection } from "./engine/connection";
import { ASK, AskView } from "./views/ask-view";
import type { Surroundings } from "./views/engine-view";
import { makeHost } from "./views/host";
import { ACTION, openPlace, placeOf } from "./views/places";
import { PROGRESS, ProgressView } from "./views/progress-view";
import { rebuild } from "./views/rebuild";
import { RELATED, RelatedView } from "./views/related-view";
import { SearchModal } from "./views/search-modal";
import { SEARCH, SearchView, type SearchState } from "./views/search-view";
import { NotekinSettings, PROGRAM } from "./views/settings";
import { showStatus } from "./views/status-bar";
import { reasonOf, Told } from "./views/told";
import { say, speak } from "./words";

export default class NotekinPlugin extends Plugin {
	override onload(): void {
		speak(getLanguage());
		const { adapter } = this.app.vault;
		if (!(adapter instanceof FileSystemAdapter)) return;
		const connection = new Connection(adapter.getBasePath(), () => this.app.loadLocalStorage(PROGRAM) as string | null);
		this.register(() => connection.close());
		const told = new Told();
		this.register(() => told.close());
		const host = makeHost(this.app, connection, told, ({ folder, tag }) => {
			void this.openSearch({ folders: folder === undefined ? [] : [folder], tags: tag === undefined ? [] : [tag] });
		});
		const settings = new NotekinSettings(this.app, this, connection);
		const around: Surroundings = { connection, host, told, openSettings: () => settings.reveal() };
		this.addSettingTab(settings);
		this.addViews(around);
		this.addCommands(around);
		this.register(showStatus(this.addStatusBarItem(), connection, told, () => void this.show(PROGRESS)));
		this.registerObsidianProtocolHandler(ACTION, (parameters) => this.opened(parameters));
		this.app.workspace.onLayoutReady(() => void connection.connect());
	}

	private addViews(around: Surroundings): void {
		this.registerView(RELATED, (leaf) => new RelatedView(leaf, around));
		this.registerView(SEARCH, (leaf) => new SearchView(leaf, around));
		this.registerView(ASK, (leaf) => new AskView(leaf, around));
		this.registerView(PROGRESS, (leaf) => new ProgressView(leaf, around));
		for (const [view, display] of Object.entries({ [RELATED]: say.views.related, [SEARCH]: say.views.search, [ASK]: say.views.ask })) {
			this.registerHoverLinkSource(view, { display, defaultMod: true });
		}
		this.addRibbonIcon("lucide-waypoints", say.commands.related, () => void this.show(RELATED));
		this.addRibbonIcon("lucide-text-search", say.commands.search, () => this.openModal(around, ""));
	}

	private addCommands(around: Surroundings): void {
		const { connection } = around;
		const command = (id: string, name: string, callback: () => void) => this.addCommand({ id, name, callback });
		command("related", say.commands.related, () => void this.show(RELATED));
		command("search", say.commands.search, () => this.openModal(around, ""));
		command("search-view", say.commands.searchView, () => void this.openSearch({}));
		this.addCommand({
			id: "search-selection",
			name: say.commands.searchSelection,
			editorCheckCallback: (checking: boolean, editor: Editor) => {
				const selection = editor.getSelection().trim();
				if (selection !== "" && !checking) this.openModal(around, selection);
				return selection !== "";
			},
		});
		command("ask", say.commands.ask, () => void this.ask(false));
		command("ask-note", say.commands.askNote, () => void this.ask(true));
		command("progress", say.commands.progress, () => void this.show(PROGRESS));
		command("rebuild", say.commands.rebuild, () => void rebuild(this.app, connection, around.told));
		command("connect", say.commands.connect, () => void connection.connect());
		const act = (action: VaultAction) => void around.host.act("", action).catch((thrown: unknown) => around.host.say(reasonOf(thrown)));
		command("rescan", say.commands.rescan, () => act("rescan"));
		command("pause", say.commands.pause, () => act("pause"));
		command("resume", say.commands.resume, () => act("resume"));
	}

	/** Somebody opened an address of ours: a place in a note, or a search. */
	private opened(parameters: Record<string, string>): void {
		const place = placeOf(parameters);
		if (place) void openPlace(this.app, place);
		else void this.openSearch({ query: parameters.query ?? "" });
	}

	private openModal({ host }: Surroundings, query: string): void {
		new SearchModal(this.app, host, query, (kept: string, mode: Mode) => void this.openSearch({ query: kept, mode })).open();
	}

	private async openSearch(state: SearchState): Promise<void> {
		const leaf = await this.show(SEARCH);
		if (!(leaf?.view instanceof SearchView)) return;
		if (Object.keys(state).length > 0) leaf.view.look({ folders: [], tags: [], ...state });
		leaf.view.focusField();
	}

	private async ask(aboutThisNote: boolean): Promise<void> {
		const leaf = await this.show(ASK);
		if (leaf?.view instanceof AskView) leaf.view.begin(aboutThisNote);
	}

	/** Shows a view in the right sidebar, or where it is already. */
	private async show(type: string): Promise<WorkspaceLeaf | null> {
		const { workspace } = this.app;
		const leaf = workspace.getLeavesOfType(type)[0] ?? workspace.getRightLeaf(false);
		if (!leaf) return null;
		if (leaf.view.getViewType() !== type) await leaf.setViewState({ type, active: true });
		await workspace.revealLeaf(leaf);
		return leaf;
	}
}
