// The engine's program, run for what its API can't do: starting it, and what is kept about a vault.

import { execFile } from "child_process";

/** How long the program may take, in milliseconds; rebuilding an index takes longer than starting. */
const PATIENCE = { start: 30_000, register: 60_000, rebuild: 6 * 3_600_000 };

/** A vault as it is registered. */
export interface Registered {
	name: string;
	path: string;
	exclude: string[];
}

/** Starts an engine that ends when nobody needs it any more, or finds the one that runs. */
export async function startEngine(program: string): Promise<void> {
	await run(program, ["serve", "--background", "--until-unused", "--json"], PATIENCE.start);
}

/** Registers a vault, so that it is read from now on. */
export async function addVault(program: string, folder: string): Promise<void> {
	await run(program, ["vault", "add", folder, "--yes", "--json"], PATIENCE.register);
}

/** Has a registered vault leave out what a rule matches, or no longer. */
export async function setRule(program: string, folder: string, rule: string, isSet: boolean): Promise<void> {
	await run(program, ["vault", "add", folder, isSet ? "--exclude" : "--no-exclude", rule, "--yes", "--json"], PATIENCE.register);
}

/** Lists the registered vaults. */
export async function registered(program: string): Promise<Registered[]> {
	const text = await run(program, ["vault", "list", "--json"], PATIENCE.register);
	return (JSON.parse(text) as { vaults: Registered[] }).vaults;
}

/** Makes an index anew; `meaning` says whether the model reads every passage again, too. */
export async function rebuildIndex(program: string, folder: string, meaning: boolean): Promise<void> {
	await run(program, ["index", folder, meaning ? "--reembed" : "--rebuild", "--yes", "--json"], PATIENCE.rebuild);
}

/** Runs the program without a shell and returns what it printed. What it can't do it says as JSON. */
function run(program: string, args: string[], timeout: number): Promise<string> {
	return new Promise((resolve, reject) => {
		const options = { windowsHide: true, timeout, maxBuffer: 16 * 1024 * 1024 };
		execFile(program, args, options, (error, stdout, stderr) => {
			if (error) reject(new Error(messageIn(String(stderr)) ?? error.message));
			else resolve(String(stdout));
		});
	});
}

function messageIn(stderr: string): string | null {
	const last = stderr.trim().split("\n").at(-1) ?? "";
	try {
		return (JSON.parse(last) as { error: { message: string } }).error.message;
	} catch {
		return last === "" ? null : last;
	}
}
