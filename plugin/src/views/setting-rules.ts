// The patterns of notes that this vault leaves out. How many a pattern hits is counted before it is set.

import { Modal, Notice, Setting, type App, type SettingDefinitionList } from "obsidian";
import type { Connection } from "../engine/connection";
import { setRule } from "../engine/program";
import type { VaultClient } from "../engine/vault";
import { say } from "../words";
import type { Told } from "./settings";
import { reasonOf } from "./told";

/** How long to wait for the next letter of a pattern, in milliseconds. */
const TYPING_PAUSE = 150;

/** Makes the list; `again` shows the settings anew. */
export function ruleList(app: App, connection: Connection, { rules }: Told, again: () => void): SettingDefinitionList {
	const words = say.settings;
	const change = async (rule: string, isSet: boolean) => {
		const program = await connection.program();
		const folder = connection.status?.path;
		if (program === null || folder === undefined) return;
		try {
			await setRule(program, folder, rule, isSet);
			again();
		} catch (thrown) {
			new Notice(words.failed(reasonOf(thrown)));
		}
	};
	const { vault } = connection;
	const excluded = connection.status?.status?.excluded_by?.exclude ?? 0;
	return {
		type: "list",
		heading: words.exclude,
		emptyState: words.excludeEmpty,
		items: rules.map((rule) => ({ name: rule, desc: excluded > 0 ? words.excluded(excluded) : words.excludeDesc })),
		onDelete: (index) => {
			const rule = rules[index];
			if (rule !== undefined) void change(rule, false);
		},
		addItem: { name: words.excludeAdd, action: () => vault && new RuleModal(app, vault, rules, (rule) => void change(rule, true)).open() },
	};
}

class RuleModal extends Modal {
	private rule = "";
	private timer = 0;

	constructor(
		app: App,
		private readonly vault: VaultClient,
		private readonly rules: string[],
		private readonly chosen: (rule: string) => void,
	) {
		super(app);
	}

	override onOpen(): void {
		this.setTitle(say.settings.excludeAdd);
		const row = new Setting(this.contentEl).setName(say.settings.exclude).setDesc(say.settings.excludeDesc);
		row.descEl.setAttribute("aria-live", "polite");
		row.addText((field) => {
			field.setPlaceholder(say.settings.excludePlaceholder).onChange((value) => this.typed(value.trim(), row));
			field.inputEl.setAttribute("aria-label", say.settings.exclude);
			field.inputEl.addEventListener("keydown", (event) => {
				if (event.key !== "Enter" || event.isComposing) return;
				// Else the key would press the button that the focus goes back to, and open this again.
				event.preventDefault();
				this.add();
			});
			field.inputEl.focus();
		});
		row.addButton((button) => button.setCta().setButtonText(say.settings.add).onClick(() => this.add()));
	}

	override onClose(): void {
		window.clearTimeout(this.timer);
		this.contentEl.empty();
	}

	private typed(rule: string, row: Setting): void {
		this.rule = rule;
		row.setDesc(rule === "" ? say.settings.excludeDesc : say.settings.counting);
		window.clearTimeout(this.timer);
		if (rule !== "") this.timer = window.setTimeout(() => void this.count(rule, row), TYPING_PAUSE);
	}

	private async count(rule: string, row: Setting): Promise<void> {
		const text = await this.vault.previewRules([rule]).then(
			({ each, of }) => say.settings.hits(each[rule] ?? 0, of),
			(thrown: unknown) => reasonOf(thrown),
		);
		if (rule === this.rule) row.setDesc(text);
	}

	private add(): void {
		if (this.rule === "") return;
		this.close();
		if (!this.rules.includes(this.rule)) this.chosen(this.rule);
	}
}
