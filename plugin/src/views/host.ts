// What the pieces need, from Obsidian and the engine.

import type { App } from "obsidian";
import { Failure, type Host } from "../../../ui/pieces/host.js";
import type { Place } from "../../../ui/pieces/wire.js";
import type { Connection } from "../engine/connection";
import type { VaultClient } from "../engine/vault";
import { say } from "../words";
import { addLink } from "./link";
import { addressOf, linkTo, openPlace, recentEditor } from "./places";
import { reasonOf, type Told } from "./told";

/** Makes the host of the pieces. `narrow` looks only in a folder or at a tag. */
export function makeHost(app: App, connection: Connection, told: Told, narrow: Host["narrow"]): Host {
	const vault = (): VaultClient => {
		if (connection.vault) return connection.vault;
		throw new Failure({ kind: "gone", title: "", detail: "", hint: null });
	};
	const notify = told.say.bind(told);
	return {
		narrow,
		openNote: (place) => void openPlace(app, place),
		addressOf: (place) => addressOf(app, place),
		linkText: (place) => Promise.resolve(linkTo(app, place)),
		copy: async (text, done) => {
			await navigator.clipboard.writeText(text);
			notify(done);
		},
		say: notify,
		insert: (text) => {
			if (!insert(app, text)) notify(say.link.noNote);
		},
		addLink: async (from, to) => {
			try {
				const linked = await addLink(app, vault(), from.path, to.path);
				if (linked.text !== null) notify(linked.text, linked.undo);
				return linked.isThere;
			} catch (thrown) {
				notify(reasonOf(thrown));
				return false;
			}
		},
		search: async ({ vaults: _, ...asked }, signal) => vault().search(asked, signal),
		related: async (place, wanted, signal) => vault().related(nameOf(place), wanted, signal),
		ask: async ({ vault: _, ...asked }, onText, signal) => vault().ask(asked, onText, signal),
		conversations: async () => vault().conversations(),
		conversation: async (_, id) => vault().conversation(id),
		forget: async (_, id) => vault().forget(id),
		act: async (_, action) => {
			await vault().act(action);
			await connection.refresh();
		},
	};
}

/** Returns how a note, or a section of it, is named to the engine. */
function nameOf({ path, heading }: Place): string {
	return heading === undefined ? path : `${path}#${heading}`;
}

/** Writes a text where the cursor is, or was last; returns whether there is such a place. */
function insert(app: App, text: string): boolean {
	const editor = recentEditor(app);
	editor?.replaceRange(text, editor.getCursor("to"));
	return editor !== null;
}
