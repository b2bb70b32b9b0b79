// Groups of settings that are no more than names, sentences and controls.

import type { SettingDefinition, SettingDefinitionGroup } from "obsidian";
import type { Connection } from "../engine/connection";
import { say } from "../words";
import { keyRow } from "./setting-keys";
import { measureRow } from "./setting-measure";
import { PROGRAM, type Told } from "./settings";

/** The servers that may ask for a key. */
const SERVERS = ["openai", "anthropic", "gemini", "ollama"];

/** Where settings are read and set. */
export interface Values {
	getControlValue(key: string): unknown;
	setControlValue(key: string, value: unknown): void | Promise<void>;
	/** What sets each text that was typed and not set yet. */
	readonly typing: Map<string, () => void>;
}

export function engineGroup(connection: Connection, check: (path: string) => Promise<string | void>): SettingDefinitionGroup {
	const { state, version } = connection;
	const words = say.settings;
	const isRunning = state.kind === "ready" || state.kind === "unread";
	return {
		type: "group",
		heading: words.engine,
		items: [
			{
				name: words.state,
				desc: isRunning ? words.running(version) : say.states[state.kind],
				render: (setting) => {
					setting.addButton((button) => button.setButtonText(words.connect).setDisabled(isRunning).onClick(() => void connection.connect()));
				},
			},
			{ name: words.program, desc: words.programDesc, control: { type: "text", key: PROGRAM, placeholder: "/usr/local/bin/notekin", validate: check } },
			toggle("offline", words.offline, words.offlineDesc, isRunning),
		],
	};
}

export function meaningGroup(kept: Values, { models, values }: Told): SettingDefinitionGroup {
	const words = say.settings;
	const options: Record<string, string> = {};
	for (const { id, installed } of models) options[id] = installed ? words.installed(id) : id;
	const chosen = values.get("model");
	if (typeof chosen === "string") options[chosen] ??= chosen;
	return {
		type: "group",
		heading: words.meaning,
		items: [
			{ name: words.model, desc: words.modelDesc, control: { type: "dropdown", key: "model", options } },
			text(kept, "ollama.url", words.ollamaUrl, words.ollamaUrlDesc),
		],
	};
}

export function notesGroup(kept: Values, connection: Connection): SettingDefinitionGroup {
	const words = say.settings;
	const onlyByWords = connection.status?.status?.by_words_only ?? 0;
	return {
		type: "group",
		heading: words.notes,
		items: [
			text(kept, "include", words.include, words.includeDesc),
			toggle("gitignore", words.gitignore, words.gitignoreDesc),
			{ name: words.private, desc: onlyByWords > 0 ? `${words.privateDesc} ${words.privateCount(onlyByWords)}` : words.privateDesc },
		],
	};
}

export function relatedGroup(kept: Values, connection: Connection, again: () => void): SettingDefinitionGroup {
	const words = say.settings;
	return {
		type: "group",
		heading: words.related,
		items: [
			text(kept, "link.section", words.section, words.sectionDesc),
			text(kept, "related.least", words.least, words.leastDesc),
			text(kept, "related.limit", words.relatedLimit, words.relatedLimitDesc),
			measureRow(connection, again),
		],
	};
}

export function answerGroup(kept: Values, connection: Connection, { keys }: Told, again: () => void): SettingDefinitionGroup {
	const words = say.settings;
	return {
		type: "group",
		heading: words.answers,
		items: [
			text(kept, "answer.model", words.answerModel, words.answerModelDesc),
			text(kept, "openai.url", words.openaiUrl, words.openaiUrlDesc),
			...SERVERS.map((name) => keyRow(connection, name, keys.includes(name), again)),
			toggle("answer.keep", words.keepConversations, words.keepConversationsDesc),
		],
	};
}

/** Makes a row with a text that is set when it is left, by Enter, or as the settings close: half an address is none. */
function text(values: Values, key: string, name: string, desc: string): SettingDefinition {
	return {
		name,
		desc,
		render: (setting) => {
			setting.addText((field) => {
				const shown = () => {
					const value = values.getControlValue(key);
					return typeof value === "string" ? value : "";
				};
				field.setValue(shown());
				field.inputEl.setAttribute("aria-label", name);
				const save = () => {
					values.typing.delete(key);
					void Promise.resolve(values.setControlValue(key, field.getValue().trim())).then(() => {
						// What couldn't be set isn't shown as if it were. The field isn't returned: it has a method `then`.
						if (field.getValue() !== shown()) field.setValue(shown());
					});
				};
				field.inputEl.addEventListener("input", () => values.typing.set(key, save));
				field.inputEl.addEventListener("change", () => values.typing.has(key) && save());
			});
		},
	};
}

function toggle(key: string, name: string, desc: string, visible = true): SettingDefinition {
	return { name, desc, visible, control: { type: "toggle", key } };
}
