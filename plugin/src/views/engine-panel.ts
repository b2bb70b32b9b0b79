// What is shown where the engine isn't there, or doesn't read this vault yet: calmly, with the next step.

import { fill, h, type Child } from "../../../ui/pieces/dom.js";
import { problemBox } from "../../../ui/pieces/problem.js";
import type { Connection, State } from "../engine/connection";
import { say } from "../words";

export interface EngineActions {
	connection: Connection;
	openSettings: () => void;
	copy: (text: string) => void;
}

/** Shows in an element how things stand with the engine; nothing where all is well. */
export function showEngine(element: HTMLElement, actions: EngineActions): void {
	const { state } = actions.connection;
	element.hidden = state.kind === "ready";
	fill(element, ...partsOf(state, actions));
}

function partsOf(state: State, { connection, openSettings, copy }: EngineActions): Child[] {
	const words = say.engine;
	const connect = button(words.lookAgain, () => void connection.connect());
	switch (state.kind) {
		case "ready":
			return [];
		case "looking":
			return [h("p", { class: "notekin-quiet" }, words.looking)];
		case "missing":
			return [
				h("h3", {}, words.missing),
				h("p", {}, words.missingHint),
				h("pre", { tabindex: 0 }, h("code", {}, words.installCommand)),
				h("p", {}, words.elsewhere),
				row(button(words.copyCommand, () => copy(words.installCommand)), connect, button(words.settings, openSettings)),
			];
		case "stopped":
			return [h("p", {}, words.stopped), row(button(words.start, () => void connection.connect()))];
		case "failed":
			return [h("p", {}, words.failed), problemBox(state.problem, () => void connection.connect())];
		case "skewed":
			return [
				h("p", {}, state.isOlder ? words.skewedOlder(state.version) : words.skewedNewer(state.version)),
				row(state.isOlder ? button(words.restart, () => void connection.restart()) : connect),
			];
		case "unread":
			return [h("h3", {}, words.unread), h("p", {}, words.unreadHint), row(readButton(connection))];
	}
}

function readButton(connection: Connection): HTMLElement {
	const made = button(say.engine.read, () => {
		made.setAttribute("aria-disabled", "true");
		fill(made, say.engine.reading);
		void connection.read();
	});
	made.classList.add("mod-cta");
	return made;
}

function button(label: string, onclick: () => void): HTMLElement {
	return h("button", { type: "button", class: "notekin-button", onclick }, label);
}

function row(...children: Child[]): HTMLElement {
	return h("div", { class: "notekin-row" }, ...children);
}
