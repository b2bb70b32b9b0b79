// The way to the engine: finds one that runs or starts it, needs it for as long as Obsidian is open, and finds it again.

import { realpath } from "fs/promises";
import { problemOf } from "../../../ui/pieces/host.js";
import type * as wire from "../../../ui/pieces/wire.js";
import { Client } from "./client";
import { Preferences } from "./preferences";
import { addVault, startEngine } from "./program";
import { VaultClient } from "./vault";
import { findProgram, runningEngine, type Running } from "./whereabouts";

/** The version of the engine's API that is spoken here. */
const PROTOCOL = 1;

/** How often the lease is renewed, or an engine looked for, in milliseconds. The engine waits a minute for the first. */
const BEAT = 20_000;

/** Which engine is here and what can be done with it. */
export type State =
	| { kind: "looking" }
	/** There is no program. */
	| { kind: "missing" }
	/** Somebody ended it. */
	| { kind: "stopped" }
	| { kind: "failed"; problem: wire.Problem }
	/** It speaks another version of the API. */
	| { kind: "skewed"; version: string; isOlder: boolean }
	/** It doesn't read this vault; nobody was asked yet. */
	| { kind: "unread" }
	| { kind: "ready"; vault: VaultClient };

/** What is to be told. */
export type News = "state" | "status";

export class Connection {
	state: State = { kind: "looking" };
	/** How the vault stands, as far as it was told. */
	status: wire.Vault | null = null;
	version = "";
	private client: Client | null = null;
	private running: Running | null = null;
	private hearing = new AbortController();
	private isOver = false;
	/** When this engine was found; one that doesn't last is not started again and again. */
	private since = 0;
	private isBusy = false;
	private readonly timer: number;
	private readonly listeners = new Set<(news: News) => void>();
	/** A name of its own for each window, so that closing one takes nothing from another. */
	private readonly lease = `obsidian-${Math.random().toString(36).slice(2)}`;

	/** `folder` is the vault's; `saved` returns the program that the user named. */
	constructor(
		private readonly folder: string,
		private readonly saved: () => string | null,
	) {
		this.timer = window.setInterval(() => void this.beat(), BEAT);
	}

	/** Calls a listener whenever something changed; returns what ends that. */
	onNews(listener: (news: News) => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	get vault(): VaultClient | null {
		return this.state.kind === "ready" ? this.state.vault : null;
	}

	get preferences(): Preferences | null {
		return this.client && (this.state.kind === "ready" || this.state.kind === "unread") ? new Preferences(this.client) : null;
	}

	/** Returns the engine's program, if it is known. */
	program(): Promise<string | null> {
		return findProgram([this.saved(), this.running?.program ?? null]);
	}

	/** Attaches to the engine that runs, or starts it. */
	async connect(): Promise<void> {
		await this.alone(async () => {
			this.become({ kind: "looking" });
			if (await this.attach()) return;
			const program = await this.program();
			if (program === null) return this.become({ kind: "missing" });
			await startEngine(program);
			if (!(await this.attach())) throw new Error("the engine was started, but doesn't answer");
		});
	}

	/** Has the engine read this vault from now on. */
	async read(): Promise<void> {
		await this.alone(async () => {
			const program = await this.program();
			if (program !== null) await addVault(program, this.folder);
			await this.client?.call("POST", "/vaults", { path: this.folder });
			await this.lookForVault();
		});
	}

	/** Ends the engine, which others may use too, and starts the one that is installed. */
	async restart(): Promise<void> {
		const running = await runningEngine();
		if (running) await new Client(running.port, running.token).call("POST", "/stop", {}).catch(() => undefined);
		await this.connect();
	}

	/** Asks how the vault stands, where nobody tells. */
	async refresh(): Promise<void> {
		const vault = this.vault;
		if (vault) this.heard(await vault.status());
	}

	/** Needs the engine no longer. */
	close(): void {
		this.isOver = true;
		window.clearInterval(this.timer);
		this.listeners.clear();
		const client = this.client;
		this.hearing.abort();
		void client
			?.call("DELETE", `/leases/${this.lease}`)
			.catch(() => undefined)
			.finally(() => client.close());
	}

	/** Does one thing at a time; what fails becomes the state. */
	private async alone(work: () => Promise<void>): Promise<void> {
		if (this.isBusy || this.isOver) return;
		this.isBusy = true;
		try {
			await work();
		} catch (thrown) {
			this.become({ kind: "failed", problem: problemOf(thrown) });
		} finally {
			this.isBusy = false;
		}
	}

	/** Goes to the engine that runs, if one does and answers. */
	private async attach(): Promise<boolean> {
		const running = await runningEngine();
		if (!running) return false;
		const client = new Client(running.port, running.token);
		const greeting = await client.greet();
		if (!greeting || this.isOver) {
			client.close();
			return false;
		}
		this.leave();
		this.version = greeting.version;
		this.running = running;
		if (greeting.protocol !== PROTOCOL) {
			client.close();
			this.become({ kind: "skewed", version: greeting.version, isOlder: greeting.protocol < PROTOCOL });
			return true;
		}
		this.client = client;
		this.since = Date.now();
		await this.renew();
		await this.lookForVault();
		void this.hear(client);
		return true;
	}

	/** Finds this vault among those the engine serves. */
	private async lookForVault(): Promise<void> {
		if (!this.client) return;
		const real = await realpath(this.folder).catch(() => this.folder);
		const { vaults } = await this.client.call<{ vaults: wire.Vault[] }>("GET", "/status");
		const found = vaults.find(({ path }) => path === this.folder || path === real) ?? null;
		this.status = found;
		if (!found) return this.become({ kind: "unread" });
		const isSame = this.state.kind === "ready" && this.state.vault.id === found.id;
		if (isSame) this.tell("status");
		else this.become({ kind: "ready", vault: new VaultClient(this.client, found.id, found.name) });
	}

	/** Hears what changes until the engine ends or is left. */
	private async hear(client: Client): Promise<void> {
		this.hearing = new AbortController();
		const { signal } = this.hearing;
		const onEvent = (name: string, data: unknown) => {
			const { vault, status } = data as { vault?: string; status?: wire.Status };
			if (name === "status" && status && vault === this.vault?.id) this.heard(status);
			else if (name === "vaults") void this.lookForVault().catch(() => undefined);
		};
		await client.listen("GET", "/events", undefined, signal, onEvent).catch(() => undefined);
		if (!signal.aborted && !this.isOver) await this.lost();
	}

	private heard(status: wire.Status): void {
		if (this.status) this.status = { ...this.status, present: true, problem: null, status };
		this.tell("status");
	}

	/** An engine that was ended has put its file away; one that crashed hasn't, and is started again. */
	private async lost(): Promise<void> {
		this.leave();
		this.status = null;
		const hasCrashed = (await runningEngine()) !== null && Date.now() - this.since > BEAT;
		if (hasCrashed) await this.connect();
		else this.become({ kind: "stopped" });
	}

	private leave(): void {
		this.hearing.abort();
		this.client?.close();
		this.client = null;
	}

	/** Renews the lease; where there is no engine, looks whether there is one now, but starts none by itself. */
	private async beat(): Promise<void> {
		if (this.state.kind === "ready" || this.state.kind === "unread") await this.renew().catch(() => undefined);
		else if (this.state.kind !== "looking" && this.state.kind !== "skewed") await this.alone(async () => void (await this.attach()));
	}

	private async renew(): Promise<void> {
		await this.client?.call("PUT", `/leases/${this.lease}`, {});
	}

	private become(state: State): void {
		if (this.isOver) return;
		this.state = state;
		this.tell("state");
	}

	private tell(news: News): void {
		for (const listener of [...this.listeners]) listener(news);
	}
}
