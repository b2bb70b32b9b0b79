// Folders and tags that a list is narrowed to, each a chip that can be taken away.

import { FuzzySuggestModal, getAllTags, type App } from "obsidian";
import { fill, h } from "../../../ui/pieces/dom.js";
import { icon } from "../../../ui/pieces/icon.js";
import { words } from "../../../ui/pieces/words.js";
import type { Scope } from "../engine/vault";
import { say } from "../words";

/** Makes the chips. `change` is told the new scope. */
export function narrowing(app: App, scope: () => Scope, change: (scope: Scope) => void) {
	const chips = h("ul", { class: "notekin-chips", "aria-label": say.narrow.list });
	const choose = () => new NarrowModal(app, (name) => change(withName(scope(), name))).open();
	const open = h("button", { type: "button", class: "notekin-quiet-button", title: say.narrow.add, "aria-label": say.narrow.add, onclick: choose }, icon("plus"), words.search.narrow);
	const chip = (label: string, left: Scope) => {
		const remove = () => {
			change(left);
			open.focus();
		};
		return h(
			"li",
			{ class: "notekin-chip" },
			h("bdi", {}, label),
			h("button", { type: "button", class: "notekin-icon-button", "aria-label": say.narrow.remove(label), onclick: remove }, icon("close")),
		);
	};
	return {
		element: h("div", { class: "notekin-narrowing" }, open, chips),
		/** Shows the scope as it is now. */
		show(): void {
			const { folders, tags } = scope();
			const without = (names: string[], name: string) => names.filter((each) => each !== name);
			fill(
				chips,
				folders.map((name) => chip(name, { tags, folders: without(folders, name) })),
				tags.map((name) => chip(`#${name}`, { folders, tags: without(tags, name) })),
			);
		},
	};
}

/** Adds a folder, or a tag with # before it, to a scope. */
function withName({ folders, tags }: Scope, name: string): Scope {
	if (name.startsWith("#")) return { folders, tags: [...new Set([...tags, name.slice(1)])] };
	return { folders: [...new Set([...folders, name])], tags };
}

class NarrowModal extends FuzzySuggestModal<string> {
	constructor(
		app: App,
		private readonly chosen: (name: string) => void,
	) {
		super(app);
		this.setPlaceholder(say.narrow.placeholder);
	}

	override getItems(): string[] {
		const folders = this.app.vault.getAllFolders().map(({ path }) => path);
		return [...folders.sort(), ...tagsOf(this.app)];
	}

	override getItemText(name: string): string {
		return name;
	}

	override onChooseItem(name: string): void {
		this.chosen(name);
	}
}

function tagsOf(app: App): string[] {
	const tags = new Set<string>();
	for (const file of app.vault.getMarkdownFiles()) {
		const cache = app.metadataCache.getFileCache(file);
		for (const tag of (cache && getAllTags(cache)) ?? []) tags.add(tag);
	}
	return [...tags].sort();
}
