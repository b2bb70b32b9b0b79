// The key of a server, which goes to the engine and never comes back.

import { Notice, type SettingDefinition } from "obsidian";
import type { Connection } from "../engine/connection";
import type { Preferences } from "../engine/preferences";
import { say } from "../words";
import { preferencesOf } from "./settings";
import { reasonOf } from "./told";

/** Makes the row of one server's key. */
export function keyRow(connection: Connection, name: string, isKept: boolean, again: () => void): SettingDefinition {
	const words = say.settings;
	const act = async (doing: (preferences: Preferences) => Promise<void>) => {
		try {
			await doing(preferencesOf(connection));
			again();
		} catch (thrown) {
			new Notice(words.failed(reasonOf(thrown)));
		}
	};
	return {
		name: words.key(name),
		desc: isKept ? `${words.keyKept} ${words.keyDesc}` : words.keyDesc,
		render: (setting) => {
			if (isKept) {
				setting.addButton((button) => button.setButtonText(words.keyRemove).onClick(() => void act((preferences) => preferences.removeKey(name))));
				return;
			}
			let typed = "";
			setting.addText((field) => {
				field.setPlaceholder(words.keyPlaceholder).onChange((value) => (typed = value.trim()));
				field.inputEl.type = "password";
				field.inputEl.setAttribute("aria-label", words.key(name));
			});
			setting.addButton((button) => button.setButtonText(words.keySave).onClick(() => typed !== "" && void act((preferences) => preferences.setKey(name, typed))));
		},
	};
}
