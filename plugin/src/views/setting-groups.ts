// Groups of settings that are no more than names, sentences and controls.

import type { SettingDefinition, SettingDefinitionGroup } from "obsidian";
import type { Connection } from "../engine/connection";
import { say } from "../words";
import { keyRow } from "./setting-keys";
import { measureRow } from "./setting-measure";
import { PROGRAM, type Told } from "./settings";

/** The servers that may ask for a key. */
const SERVERS = ["openai", "anthropic", "gemini", "ollama"];

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

export function meaningGroup({ models, values }: Told): SettingDefinitionGroup {
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
			text("ollama.url", words.ollamaUrl, words.ollamaUrlDesc),
		],
	};
}

export function notesGroup(connection: Connection): SettingDefinitionGroup {
	const words = say.settings;
	const onlyByWords = connection.status?.status?.by_words_only ?? 0;
	return {
		type: "group",
		heading: words.notes,
		items: [
			text("include", words.include, words.includeDesc),
			toggle("gitignore", words.gitignore, words.gitignoreDesc),
			{ name: words.private, desc: onlyByWords > 0 ? `${words.privateDesc} ${words.privateCount(onlyByWords)}` : words.privateDesc },
		],
	};
}

export function relatedGroup(connection: Connection, again: () => void): SettingDefinitionGroup {
	const words = say.settings;
	const isScore = (value: string) => (value === "auto" || (Number(value) >= 0 && Number(value) <= 1) ? undefined : words.leastBad);
	return {
		type: "group",
		heading: words.related,
		items: [
			text("link.section", words.section, words.sectionDesc),
			{ name: words.least, desc: words.leastDesc, control: { type: "text", key: "related.least", validate: isScore } },
			text("related.limit", words.relatedLimit, words.relatedLimitDesc),
			measureRow(connection, again),
		],
	};
}

export function answerGroup(connection: Connection, { keys }: Told, again: () => void): SettingDefinitionGroup {
	const words = say.settings;
	return {
		type: "group",
		heading: words.answers,
		items: [
			text("answer.model", words.answerModel, words.answerModelDesc),
			text("openai.url", words.openaiUrl, words.openaiUrlDesc),
			...SERVERS.map((name) => keyRow(connection, name, keys.includes(name), again)),
			toggle("answer.keep", words.keepConversations, words.keepConversationsDesc),
		],
	};
}

function text(key: string, name: string, desc: string): SettingDefinition {
	return { name, desc, control: { type: "text", key } };
}

function toggle(key: string, name: string, desc: string, visible = true): SettingDefinition {
	return { name, desc, visible, control: { type: "toggle", key } };
}
