// Places in notes: the address that a link to one has, and what a click, a hover or a drag on such a link does.

import { Keymap, MarkdownView, Menu, Notice, type App, type Component, type Editor, type HoverParent, type PaneType, type TFile } from "obsidian";
import type { Place } from "../../../ui/pieces/wire.js";
import { say } from "../words";

/** What addresses of ours begin with; Obsidian hands them to the plugin, wherever they are opened. */
export const ACTION = "notekin";

/** Returns the address of a place. It leads there from outside of Obsidian, too. */
export function addressOf(app: App, { path, heading, lines }: Place): string {
	const parameters: Record<string, string> = { vault: app.vault.getName(), path };
	if (heading !== undefined) parameters.heading = heading;
	if (lines) parameters.line = String(lines.start);
	const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `obsidian://${ACTION}?${query.join("&")}`;
}

/** Returns the place that the parameters of an address name, if they name one. */
export function placeOf(parameters: Record<string, string | undefined>): Place | null {
	const { path, heading, line } = parameters;
	if (path === undefined || path === "") return null;
	const start = Number(line);
	const lines = Number.isInteger(start) && start > 0 ? { start, end: start } : undefined;
	return { vault: "", path, heading, lines };
}

/** Returns a note by the path it has on disk, which Obsidian may write in another form. */
export function fileAt(app: App, path: string): TFile | null {
	return app.vault.getFileByPath(path) ?? app.vault.getFileByPath(path.normalize("NFC"));
}

/** Returns the link to a note as this vault writes links. */
export function linkTo(app: App, { path, heading }: Place): string {
	const file = fileAt(app, path);
	const subpath = heading === undefined ? undefined : `#${heading}`;
	if (!file) return `[[${path.replace(/\.md$/, "")}${subpath ?? ""}]]`;
	return app.fileManager.generateMarkdownLink(file, app.workspace.getActiveFile()?.path ?? "", subpath);
}

/** Returns the editor that is being written in, or was last before a view in a sidebar was used. */
export function recentEditor(app: App): Editor | null {
	const { activeEditor } = app.workspace;
	if (activeEditor?.editor) return activeEditor.editor;
	const view = app.workspace.getMostRecentLeaf()?.view;
	return view instanceof MarkdownView && view.getMode() === "source" ? view.editor : null;
}

/** Opens a note at its lines or heading, which flash. */
export async function openPlace(app: App, place: Place, pane: PaneType | boolean = false): Promise<void> {
	const file = fileAt(app, place.path);
	if (!file) {
		new Notice(say.places.missing(place.path));
		return;
	}
	const line = lineOf(app, file, place);
	const leaf = app.workspace.getLeaf(pane);
	await leaf.openFile(file, { active: true, ...(line === null ? {} : { eState: { line } }) });
	if (line === null || !(leaf.view instanceof MarkdownView) || leaf.view.getMode() !== "source") return;
	leaf.view.editor.setCursor({ line, ch: 0 });
}

/** Makes every link to a place that lies in an element, now or later, behave as Obsidian's own do. */
export function followPlaces(app: App, view: Component & HoverParent, element: HTMLElement, source: string): void {
	const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name], place: Place, link: HTMLElement) => void) =>
		view.registerDomEvent(element, name, (event) => {
			const link = (event.target as Element | null)?.closest<HTMLAnchorElement>("a[href]");
			const place = link ? placeIn(link) : null;
			if (link && place) act(event, place, link);
		});
	on("click", (event, place) => {
		event.preventDefault();
		void openPlace(app, place, Keymap.isModEvent(event));
	});
	on("auxclick", (event, place) => {
		if (event.button !== 1) return;
		event.preventDefault();
		void openPlace(app, place, "tab");
	});
	on("mouseover", (event, place, targetEl) => {
		const file = fileAt(app, place.path);
		if (!file) return;
		const line = lineOf(app, file, place);
		const linktext = place.heading === undefined ? file.path : `${file.path}#${place.heading}`;
		const state = line === null ? undefined : { scroll: line };
		app.workspace.trigger("hover-link", { event, source, hoverParent: view, targetEl, linktext, sourcePath: "", state });
	});
	on("dragstart", (event, place) => {
		event.dataTransfer?.clearData();
		event.dataTransfer?.setData("text/plain", linkTo(app, place));
	});
	on("contextmenu", (event, place) => {
		event.preventDefault();
		placeMenu(app, place, source).showAtMouseEvent(event);
	});
}

function placeMenu(app: App, place: Place, source: string): Menu {
	const menu = new Menu();
	const item = (title: string, icon: string, act: () => void) => menu.addItem((each) => each.setTitle(title).setIcon(icon).onClick(act));
	item(say.places.newTab, "lucide-file-plus", () => void openPlace(app, place, "tab"));
	item(say.places.right, "lucide-separator-vertical", () => void openPlace(app, place, "split"));
	item(say.places.copyLink, "lucide-copy", () => void navigator.clipboard.writeText(linkTo(app, place)));
	const file = fileAt(app, place.path);
	if (file) app.workspace.trigger("file-menu", menu, file, source);
	return menu;
}

function placeIn(link: HTMLAnchorElement): Place | null {
	const address = link.getAttribute("href") ?? "";
	if (!address.startsWith(`obsidian://${ACTION}?`)) return null;
	return placeOf(Object.fromEntries(new URLSearchParams(address.slice(address.indexOf("?") + 1))));
}

/** Returns the line of a place, from 0; null for the beginning of the note. */
function lineOf(app: App, file: TFile, { lines, heading }: Place): number | null {
	if (lines) return lines.start - 1;
	if (heading === undefined) return null;
	const wanted = heading.trim().toLowerCase();
	const headings = app.metadataCache.getFileCache(file)?.headings ?? [];
	return headings.find((each) => each.heading.trim().toLowerCase() === wanted)?.position.start.line ?? null;
}
