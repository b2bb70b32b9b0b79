// The settings: what is kept here is where the engine's program is; all else the engine keeps, for everything that asks it.

import { Notice, PluginSettingTab, type App, type Plugin, type SettingDefinitionItem } from "obsidian";
import { problemOf } from "../../../ui/pieces/host.js";
import type { Connection } from "../engine/connection";
import type { Assistant, Model, Value } from "../engine/preferences";
import { registered } from "../engine/program";
import { isProgram } from "../engine/whereabouts";
import { say } from "../words";
import { assistantGroup } from "./setting-assistants";
import { answerGroup, engineGroup, meaningGroup, notesGroup, relatedGroup } from "./setting-groups";
import { ruleList } from "./setting-rules";

/** What the engine has told of its settings. */
export interface Told {
	values: Map<string, Value>;
	keys: string[];
	models: Model[];
	assistants: Assistant[];
	/** The patterns of what this vault leaves out. */
	rules: string[];
}

/** Where the engine's path is kept: on this computer only, as others have it elsewhere. */
export const PROGRAM = "notekin-program";

/** How long what was told is good, in milliseconds: other programs change settings, too. */
const FRESH = 5000;

export class NotekinSettings extends PluginSettingTab {
	private told: Told | null = null;
	private asked = 0;

	constructor(
		app: App,
		plugin: Plugin,
		private readonly connection: Connection,
	) {
		super(app, plugin);
		this.icon = "lucide-waypoints";
		plugin.register(connection.onNews((news) => news === "state" && this.again()));
	}

	/** Opens the settings at this tab. */
	open(): void {
		const { setting } = this.app as App & { setting?: { open(): void; openTabById(id: string): void } };
		setting?.open();
		setting?.openTabById("notekin");
	}

	override getSettingDefinitions(): SettingDefinitionItem[] {
		if (Date.now() - this.asked > FRESH) void this.load();
		const { connection, told } = this;
		const engine = engineGroup(connection, (path) => this.checkProgram(path));
		if (!told || !connection.preferences) return [engine, { name: say.settings.notReady, desc: say.settings.notReadyDesc }];
		const again = () => this.again();
		return [
			engine,
			meaningGroup(told),
			ruleList(this.app, connection, told, again),
			notesGroup(connection),
			relatedGroup(connection, again),
			answerGroup(connection.preferences, told, again),
			assistantGroup(this.app, connection.preferences, told, again),
		];
	}

	override getControlValue(key: string): unknown {
		if (key === PROGRAM) return (this.app.loadLocalStorage(PROGRAM) as string | null) ?? "";
		const value = this.told?.values.get(key);
		return Array.isArray(value) ? value.join(", ") : typeof value === "number" ? String(value) : value;
	}

	override async setControlValue(key: string, value: unknown): Promise<void> {
		if (key === PROGRAM) {
			this.app.saveLocalStorage(PROGRAM, value === "" ? null : value);
			if (this.connection.state.kind !== "ready") void this.connection.connect();
			return;
		}
		try {
			const { preferences } = this.connection;
			const held = await preferences?.set(key, typed(key, value));
			if (held !== undefined) this.told?.values.set(key, held);
		} catch (thrown) {
			new Notice(say.settings.failed(problemOf(thrown).detail));
		}
	}

	private async checkProgram(path: string): Promise<string | void> {
		if (path !== "" && !(await isProgram(path))) return say.settings.programBad;
	}

	/** Asks the engine anew, and shows what it tells. */
	private again(): void {
		this.asked = 0;
		void this.load();
	}

	private async load(): Promise<void> {
		this.asked = Date.now();
		const { preferences } = this.connection;
		this.told = preferences
			? await Promise.all([preferences.all(), preferences.keys(), preferences.models(), preferences.assistants(), this.rules()]).then(
					([values, keys, models, assistants, rules]) => ({ values, keys, models, assistants, rules }),
					() => null,
				)
			: null;
		if (this.containerEl.isShown() || this.settingItems.length > 0) this.update();
	}

	private async rules(): Promise<string[]> {
		const program = await this.connection.program();
		const path = this.connection.status?.path;
		if (program === null || path === undefined) return [];
		return (await registered(program)).find((vault) => vault.path === path)?.exclude ?? [];
	}
}

/** Returns a value as the engine has it: lists are typed with commas between. */
function typed(key: string, value: unknown): Value {
	if (key === "include") return String(value).split(",").map((each) => each.trim()).filter((each) => each !== "");
	return typeof value === "boolean" ? value : String(value);
}
