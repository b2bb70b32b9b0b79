// The settings: what is kept here is where the engine's program is; all else the engine keeps, for everything that asks it.

import { Notice, PluginSettingTab, type App, type Plugin, type SettingDefinitionItem } from "obsidian";
import type { Connection } from "../engine/connection";
import type { Assistant, Model, Preferences, Value } from "../engine/preferences";
import { registered } from "../engine/program";
import { isProgram } from "../engine/whereabouts";
import { say } from "../words";
import { confirm } from "./confirm";
import { assistantGroup } from "./setting-assistants";
import { answerGroup, engineGroup, meaningGroup, notesGroup, relatedGroup } from "./setting-groups";
import { ruleList } from "./setting-rules";
import { reasonOf } from "./told";

/** What the engine has told of its settings. */
export interface Told {
	values: Map<string, Value>;
	keys: string[];
	models: Model[];
	assistants: Assistant[];
	/** The patterns of what this vault leaves out. */
	rules: string[];
}

/** What is shown until the engine tells. */
const NOTHING: Told = { values: new Map(), keys: [], models: [], assistants: [], rules: [] };

/** Where the engine's path is kept: on this computer only, as others have it elsewhere. */
export const PROGRAM = "notekin-program";

/** Models at services that are never on this computer. */
const ELSEWHERE = /^(openai|gemini)\//;

/** How long what was told is good, in milliseconds: other programs change settings, too. */
const FRESH = 5000;

export class NotekinSettings extends PluginSettingTab {
	private told: Told = NOTHING;
	private asked = 0;
	readonly typing = new Map<string, () => void>();

	constructor(
		app: App,
		plugin: Plugin,
		private readonly connection: Connection,
	) {
		super(app, plugin);
		this.icon = "lucide-waypoints";
		plugin.register(connection.onNews((news) => news === "state" && this.isShown() && this.again()));
	}

	/** Opens the settings at this tab. */
	reveal(): void {
		const { setting } = this.app as App & { setting?: { open(): void; openTabById(id: string): void } };
		setting?.open();
		setting?.openTabById("notekin");
	}

	override getSettingDefinitions(): SettingDefinitionItem[] {
		if (this.isShown() && Date.now() - this.asked > FRESH) void this.askEngine();
		const { app, connection, told } = this;
		const again = () => this.again();
		return [
			{ name: say.settings.notReady, desc: say.settings.notReadyDesc, visible: () => connection.preferences === null },
			engineGroup(connection, (path) => this.checkProgram(path)),
			meaningGroup(this, told),
			ruleList(app, connection, told, again),
			notesGroup(this, connection),
			relatedGroup(this, connection, again),
			answerGroup(this, connection, told, again),
			assistantGroup(app, connection, told, again),
		];
	}

	override hide(): void {
		// A field that goes with the focus in it doesn't always say that it was changed.
		for (const save of this.typing.values()) save();
		super.hide();
	}

	override getControlValue(key: string): unknown {
		if (key === PROGRAM) return (this.app.loadLocalStorage(PROGRAM) as string | null) ?? "";
		const value = this.told.values.get(key);
		return Array.isArray(value) ? value.join(", ") : typeof value === "number" ? String(value) : value;
	}

	override async setControlValue(key: string, value: unknown): Promise<void> {
		if (key === PROGRAM) {
			this.app.saveLocalStorage(PROGRAM, value === "" ? null : value);
			if (this.connection.state.kind !== "ready") void this.connection.connect();
			return;
		}
		if (key === "model" && !(await this.mayRead(String(value)))) return this.update();
		try {
			this.told.values.set(key, await preferencesOf(this.connection).set(key, typed(key, value)));
		} catch (thrown) {
			new Notice(say.settings.failed(reasonOf(thrown)));
		}
	}

	private async checkProgram(path: string): Promise<string | void> {
		if (path !== "" && !(await isProgram(path))) return say.settings.programBad;
	}

	/** A model elsewhere is sent the notes; that is asked first. */
	private async mayRead(model: string): Promise<boolean> {
		if (!ELSEWHERE.test(model)) return true;
		const words = say.settings;
		return (await confirm(this.app, { title: words.modelElsewhere, text: words.modelElsewhereWhat(model), choices: [words.modelElsewhereYes] })) === 0;
	}

	private isShown(): boolean {
		return this.containerEl.isShown();
	}

	/** Asks the engine anew, and shows what it tells. */
	private again(): void {
		this.asked = 0;
		void this.askEngine();
	}

	private async askEngine(): Promise<void> {
		this.asked = Date.now();
		const { preferences } = this.connection;
		this.told = preferences ? await this.tellingOf(preferences).catch(() => NOTHING) : NOTHING;
		this.update();
	}

	private async tellingOf(preferences: Preferences): Promise<Told> {
		const [values, keys, models, assistants, rules] = await Promise.all([
			preferences.all(),
			preferences.keys(),
			preferences.models(),
			preferences.assistants(),
			this.rulesOfVault(),
		]);
		return { values, keys, models, assistants, rules };
	}

	private async rulesOfVault(): Promise<string[]> {
		const program = await this.connection.program();
		const path = this.connection.status?.path;
		if (program === null || path === undefined) return [];
		return (await registered(program)).find((vault) => vault.path === path)?.exclude ?? [];
	}
}

/** Returns the settings at the engine; throws where it isn't there. */
export function preferencesOf({ preferences }: Connection): Preferences {
	if (preferences) return preferences;
	throw new Error(say.settings.notReadyDesc);
}

/** Returns a value as the engine has it: lists are typed with commas between. */
function typed(key: string, value: unknown): Value {
	if (key === "include") return String(value).split(",").map((each) => each.trim()).filter((each) => each !== "");
	return typeof value === "boolean" ? value : String(value);
}
