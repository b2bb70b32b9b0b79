// Letting assistants search the notes: the change of their settings is shown before it is made.

import { Modal, Notice, type App, type SettingDefinition, type SettingDefinitionGroup } from "obsidian";
import { problemOf } from "../../../ui/pieces/host.js";
import type { Connection } from "../engine/connection";
import type { Assistant, SettingsChange } from "../engine/preferences";
import { say } from "../words";
import { preferencesOf, type Told } from "./settings";

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
			const apply = () => void preferences.setUp(assistant.client, { undo, apply: true }).then(done, failed);
			new ChangeModal(app, words.setUpTitle(assistant.name), change, apply).open();
		} catch (thrown) {
			failed(thrown);
		}
	};
	const done = () => {
		new Notice(words.applied);
		again();
	};
	const failed = (thrown: unknown) => new Notice(words.failed(problemOf(thrown).detail));
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

class ChangeModal extends Modal {
	constructor(
		app: App,
		title: string,
		private readonly change: SettingsChange,
		private readonly apply: () => void,
	) {
		super(app);
		this.setTitle(title);
	}

	override onOpen(): void {
		const { before, after, file } = this.change;
		const isSame = before === after;
		this.contentEl.createEl("p", { text: isSame ? say.settings.setUpNothing : say.settings.setUpWhat(file) });
		if (!isSame) this.contentEl.createEl("pre", { cls: "notekin-change", text: after });
		const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
		if (!isSame) {
			const yes = buttons.createEl("button", { cls: "mod-cta", text: say.settings.apply });
			yes.addEventListener("click", () => {
				this.close();
				this.apply();
			});
		}
		buttons.createEl("button", { text: say.progress.cancel }).addEventListener("click", () => this.close());
	}

	override onClose(): void {
		this.contentEl.empty();
	}
}
