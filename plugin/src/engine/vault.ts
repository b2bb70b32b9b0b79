// One vault at the engine: everything that is asked about its notes.

import { Failure } from "../../../ui/pieces/host.js";
import type * as wire from "../../../ui/pieces/wire.js";
import type { Client, Method } from "./client";

/** Where a search looks, or a question is asked; everywhere without any. */
export interface Scope {
	folders: string[];
	tags: string[];
}

/** The edit that adds a link, which is only planned. */
export interface LinkPlan {
	path: string;
	link: string;
	plan: "insert" | "already_there" | "unsupported" | "no_place";
	bytes?: { start: number; end: number } | null;
	insert?: string | null;
}

/** How many notes rules would leave out. */
export interface RulesPreview {
	each: Record<string, number>;
	together: number;
	of: number;
}

/** What a measurement found, as far as it is shown. */
export interface Measurement {
	threshold: { least: number; own: boolean; pairs: number; kept: boolean; set?: number | null };
}

export interface Progress {
	stage: string;
	done: number;
	total: number;
}

export interface RelatedAsked {
	show: wire.Show;
	everything?: boolean;
}

/** What is done for an hour by "Pause for an hour". */
const HOUR = 60;

export class VaultClient {
	constructor(
		private readonly client: Client,
		readonly id: string,
		readonly name: string,
	) {}

	search(asked: Partial<Omit<wire.SearchRequest, "vaults">> & { limit?: number; per_note?: number; lenient?: boolean }, signal?: AbortSignal) {
		return this.call<wire.SearchReply>("POST", "/search", asked, signal);
	}

	/** The engine follows the vault, so that what is read already can answer at once. */
	related(note: string, asked: RelatedAsked & Partial<Scope>, signal?: AbortSignal) {
		return this.call<wire.RelatedReply>("POST", "/related", { note, ...asked, no_update: true }, signal);
	}

	async ask(asked: Omit<wire.AskRequest, "vault">, onText: (text: string) => void, signal: AbortSignal) {
		return this.streamed<wire.AskReply>("/ask", asked, signal, (name, data) => {
			if (name === "text") onText((data as { text: string }).text);
		});
	}

	async conversations() {
		return (await this.call<{ conversations: wire.ConversationEntry[] }>("GET", "/conversations")).conversations;
	}

	conversation(id: number) {
		return this.call<wire.Conversation>("GET", `/conversations/${id}`);
	}

	forget(id: number) {
		return this.call<void>("DELETE", `/conversations/${id}`);
	}

	status() {
		return this.call<wire.Status>("GET", "/status");
	}

	async act(action: wire.VaultAction): Promise<void> {
		if (action === "pause") await this.call("POST", "/pause", {});
		else if (action === "pause_hour") await this.call("POST", "/pause", { minutes: HOUR });
		else if (action === "resume") await this.call("POST", "/resume", {});
		else await this.call("POST", "/index", { action });
	}

	/** Plans the edit that lists a note among another's related ones. */
	planLink(note: string, target: string, text: string) {
		return this.call<LinkPlan>("POST", "/link", { note, target, text });
	}

	previewRules(exclude: string[]) {
		return this.call<RulesPreview>("POST", "/rules", { exclude });
	}

	/** Measures the vault by its own links; the score from which notes are related comes from that. */
	calibrate(agree: boolean, onProgress: (progress: Progress) => void, signal: AbortSignal) {
		return this.streamed<Measurement>("/calibrate", { agree }, signal, (name, data) => {
			if (name === "progress") onProgress(data as Progress);
		});
	}

	/** Returns from which score notes are related now; null in a vault without notes. */
	async least(): Promise<number | null> {
		const { notes } = await this.call<{ notes: { path: string }[] }>("POST", "/list", { limit: 1 });
		if (!notes[0]) return null;
		return (await this.call<wire.RelatedReply>("POST", "/related", { note: notes[0].path, limit: 1, no_update: true })).least ?? null;
	}

	uncalibrate() {
		return this.call<void>("DELETE", "/calibrate");
	}

	private call<Reply>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Reply> {
		return this.client.call<Reply>(method, `/vaults/${this.id}${path}`, body, signal);
	}

	/** Sends a request whose last event is the reply, or a problem. */
	private async streamed<Reply>(path: string, body: unknown, signal: AbortSignal, onEvent: (name: string, data: unknown) => void): Promise<Reply> {
		const kept: { reply?: Reply } = {};
		await this.client.listen("POST", `/vaults/${this.id}${path}`, body, signal, (name, data) => {
			if (name === "reply") kept.reply = data as Reply;
			else if (name === "problem") throw new Failure(data as wire.Problem);
			else onEvent(name, data);
		});
		if (kept.reply !== undefined) return kept.reply;
		throw new Failure({ kind: "gone", title: "", detail: "", hint: null });
	}
}
