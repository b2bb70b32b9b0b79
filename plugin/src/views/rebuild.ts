// Making the index anew: what it takes is said first.

import type { App } from "obsidian";
import type { Connection } from "../engine/connection";
import { rebuildIndex } from "../engine/program";
import { say } from "../words";
import { confirm } from "./confirm";
import { reasonOf, type Told } from "./told";

/** How many passages the built-in model reads in a minute on an ordinary laptop. */
const PASSAGES_A_MINUTE = 600;

/** Asks whether to rebuild, and does so. */
export async function rebuild(app: App, connection: Connection, told: Told): Promise<void> {
	const vault = connection.status;
	const program = await connection.program();
	if (!vault?.status || program === null) {
		told.say(say.settings.notReadyDesc);
		return;
	}
	const { indexed, passages, model } = vault.status;
	const words = say.progress;
	const minutes = Math.max(1, Math.ceil(passages / PASSAGES_A_MINUTE));
	const choice = await confirm(app, {
		title: words.rebuildTitle,
		text: [words.rebuildWords(indexed), ...(model === null ? [] : [words.rebuildMeaning(passages, minutes)])].join("\n"),
		choices: [words.rebuildStart, ...(model === null ? [] : [words.rebuildAgain])],
	});
	if (choice !== null) await run(program, vault.path, choice === 1, connection, told);
}

async function run(program: string, folder: string, meaning: boolean, connection: Connection, told: Told): Promise<void> {
	const done = told.keep(say.progress.rebuilding);
	try {
		await rebuildIndex(program, folder, meaning);
		told.say(say.progress.rebuilt);
	} catch (thrown) {
		told.say(say.settings.failed(reasonOf(thrown)));
	} finally {
		done();
		await connection.refresh().catch(() => undefined);
	}
}
