// Where the engine's program and its data folder may be. An app that was started from the desktop has no PATH to rely on.

import { env, platform } from "process";
import { access, constants, readFile } from "fs/promises";
import { homedir } from "os";
import { join } from "path";

/** What `engine.json` says of the engine that runs. */
export interface Running {
	port: number;
	token: string;
	version: string;
	protocol: number;
	program: string | null;
}

/** Returns what is known of an engine that runs, or ran until it was killed. */
export async function runningEngine(): Promise<Running | null> {
	for (const folder of dataFolders()) {
		try {
			return JSON.parse(await readFile(join(folder, "engine.json"), "utf8")) as Running;
		} catch {
			// None there, or it is being written; whoever asks looks again.
		}
	}
	return null;
}

/** Returns the first program that is there, the ones given before the usual places. */
export async function findProgram(known: (string | null)[]): Promise<string | null> {
	for (const path of [...known, ...usualPrograms()]) {
		if (path !== null && path !== "" && (await isProgram(path))) return path;
	}
	return null;
}

/** Returns whether a file is there that can be run. */
export async function isProgram(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function dataFolders(): string[] {
	const home = homedir();
	const set = env.NOTEKIN_DATA_DIR;
	if (set) return [set];
	if (platform === "win32") return [join(env.APPDATA ?? join(home, "AppData", "Roaming"), "notekin")];
	if (platform === "darwin") return [join(home, "Library", "Application Support", "notekin")];
	// In a sandbox the variable names a folder of the app's own; an engine that was started outside has the usual one.
	const shared = join(home, ".local", "share");
	return [...new Set([env.XDG_DATA_HOME ?? shared, shared])].map((folder) => join(folder, "notekin"));
}

function usualPrograms(): string[] {
	const home = homedir();
	if (platform === "win32") {
		const local = env.LOCALAPPDATA ?? join(home, "AppData", "Local");
		const folders = [join(local, "Programs", "notekin"), join(local, "notekin"), join(home, ".cargo", "bin"), join(home, "scoop", "shims")];
		return folders.map((folder) => join(folder, "notekin.exe"));
	}
	const folders = [
		join(home, ".local", "bin"),
		join(home, ".cargo", "bin"),
		"/opt/homebrew/bin",
		"/usr/local/bin",
		"/home/linuxbrew/.linuxbrew/bin",
		"/usr/bin",
	];
	return folders.map((folder) => join(folder, "notekin"));
}
