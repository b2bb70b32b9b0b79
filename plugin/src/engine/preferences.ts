// What is set at the engine: settings, keys of servers, models and assistants. They hold for all vaults.

import type { Client } from "./client";

export type Value = string | number | boolean | string[];

export interface Model {
	id: string;
	description?: string | null;
	installed?: string | null;
	chosen: boolean;
}

export interface Assistant {
	client: string;
	name: string;
	installed: boolean;
}

/** A change of another program's settings, made or only shown. */
export interface SettingsChange {
	file: string;
	before: string;
	after: string;
	changed: boolean;
	backup?: string | null;
}

export class Preferences {
	constructor(private readonly client: Client) {}

	async all(): Promise<Map<string, Value>> {
		const reply = await this.client.call<{ settings: { key: string; value: Value }[] }>("GET", "/config");
		return new Map(reply.settings.map(({ key, value }) => [key, value]));
	}

	/** Sets a value and returns what holds now. */
	async set(key: string, value: Value): Promise<Value> {
		return (await this.client.call<{ value: Value }>("PUT", `/config/${key}`, { value })).value;
	}

	/** Goes back to the default and returns it. */
	async unset(key: string): Promise<Value> {
		return (await this.client.call<{ value: Value }>("DELETE", `/config/${key}`)).value;
	}

	/** Returns the names of the servers of which a key is kept. */
	async keys(): Promise<string[]> {
		return (await this.client.call<{ keys: { name: string }[] }>("GET", "/keys")).keys.map(({ name }) => name);
	}

	async setKey(name: string, key: string): Promise<void> {
		await this.client.call("PUT", `/keys/${encodeURIComponent(name)}`, { key });
	}

	async removeKey(name: string): Promise<void> {
		await this.client.call("DELETE", `/keys/${encodeURIComponent(name)}`);
	}

	async models(): Promise<Model[]> {
		return (await this.client.call<{ models: Model[] }>("GET", "/models")).models;
	}

	async assistants(): Promise<Assistant[]> {
		return (await this.client.call<{ assistants: Assistant[] }>("GET", "/assistants")).assistants;
	}

	/** Shows the change that lets an assistant search, or makes it. */
	setUp(client: string, asked: { apply?: boolean; undo?: boolean }): Promise<SettingsChange> {
		return this.client.call("POST", `/assistants/${encodeURIComponent(client)}`, asked);
	}
}
