// Letting assistants search the notes: the change of their settings is shown before it is made.

import { Notice, type App, type SettingDefinition, type SettingDefinitionGroup } from "obsidian";
import type { Connection } from "../engine/connection";
import type { Assistant, SettingsChange } from "../engine/preferences";
import { say } from "../words";
import { confirm } from "./confirm";
import { preferencesOf, type Told } from "./settings";
import { reasonOf } from "./told";

/** Makes the group; `again` shows the settings anew. */
export function assistantGroup(app: App, connection: Connection, { assistants }: Told, again: () => void): SettingDefinitionGroup {
	const words = say.settings;
	const none: SettingDefinition = { name: words.assistants, desc: words.assistantsNone };
	const items = assistants.map((assistant) => row(app, connection, assistant, again));
	return { type: "group", heading: words.assistants, items: items.length > 0 ? items : [none] };
}

function row(app: App, connection: Connection, assistant: Assistant, again: () => void): SettingDefinition {
	const words = say.settings;
	const show = async (undo: boolean) => {
		try {
			const preferences = preferencesOf(connection);
			const change = await preferences.setUp(assistant.client, { undo });
			if (!(await isMeant(app, assistant.name, change))) return;
			await preferences.setUp(assistant.client, { undo, apply: true });
			new Notice(words.applied);
			again();
		} catch (thrown) {
			new Notice(words.failed(reasonOf(thrown)));
		}
	};
	return {
		name: assistant.name,
		desc: assistant.installed ? words.assistant : words.assistantNotThere,
		render: (setting) => {
			if (!assistant.installed) return;
			setting.addButton((button) => button.setButtonText(words.setUp).onClick(() => void show(false)));
			setting.addButton((button) => button.setButtonText(words.undoSetUp).onClick(() => void show(true)));
		},
	};
}

async function isMeant(app: App, name: string, { before, after, file }: SettingsChange): Promise<boolean> {
	const words = say.settings;
	const title = words.setUpTitle(name);
	const isSame = before === after;
	const question = isSame ? { title, text: words.setUpNothing, choices: [] } : { title, text: words.setUpWhat(file), detail: after, choices: [words.apply] };
	return (await confirm(app, question)) === 0;
}
