// How things stand, in a word or two at the bottom of the window; and what only the user can mend.

import type { Status } from "../../../ui/pieces/wire.js";
import type { Connection } from "../engine/connection";
import { say } from "../words";
import type { Told } from "./told";

/** Shows how things stand in an item of the status bar. `open` shows more. Returns what ends that. */
export function showStatus(item: HTMLElement, connection: Connection, told: Told, open: () => void): () => void {
	item.addClass("mod-clickable", "notekin-status");
	item.setAttribute("role", "button");
	item.setAttribute("tabindex", "0");
	item.setAttribute("aria-label", say.status.tip);
	item.setAttribute("data-tooltip-position", "top");
	item.addEventListener("click", open);
	item.addEventListener("keydown", (event) => {
		if (event.key === "Enter" || event.key === " ") open();
	});
	const warned = new Map<string, () => void>();
	const show = () => {
		item.setText(textOf(connection));
		warn(connection.status?.status ?? null, warned, (text) => told.keep(text, open));
	};
	show();
	return connection.onNews(show);
}

function textOf({ state, status }: Connection): string {
	if (state.kind !== "ready") return `Notekin: ${say.states[state.kind]}`;
	const now = status?.status;
	return now ? `Notekin: ${partsOf(now).join(" · ")}` : "Notekin";
}

function partsOf(status: Status): string[] {
	const { indexed, pending, errored, model, trouble, vanished, paused_by_you: pause } = status;
	const parts = [say.status.ready(model === null ? indexed : indexed - pending, indexed)];
	if (errored > 0) parts.push(say.status.errors(errored));
	if (pause) parts.push(say.status.paused);
	if (trouble) parts.push(say.status.modelDown);
	else if (model === null && indexed > 0) parts.push(say.status.wordsOnly);
	if (vanished > 0) parts.push(say.status.vanished);
	return parts;
}

/** Tells once what goes on only when the user does something, until it is done. */
function warn(status: Status | null, warned: Map<string, () => void>, keep: (text: string) => () => void): void {
	const tell = (name: string, text: string | null) => {
		if (text === null) {
			warned.get(name)?.();
			warned.delete(name);
		} else if (!warned.has(name)) warned.set(name, keep(text));
	};
	tell("model", status?.trouble ? say.progress.modelDown(status.trouble.hint ?? status.trouble.reason) : null);
	tell("vanished", status && status.vanished > 0 ? say.progress.vanished(status.vanished) : null);
}
