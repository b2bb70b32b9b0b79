// Making the index anew: what it takes is said first.

import { Modal, Notice, type App } from "obsidian";
import type { Connection } from "../engine/connection";
import { rebuildIndex } from "../engine/program";
import { say } from "../words";

/** How many passages the built-in model reads in a minute on an ordinary laptop. */
const PASSAGES_A_MINUTE = 600;

/** Asks whether to rebuild, and does so. */
export async function rebuild(app: App, connection: Connection): Promise<void> {
	const vault = connection.status;
	const program = await connection.program();
	if (!vault?.status || program === null) {
		new Notice(say.settings.notReadyDesc);
		return;
	}
	const { indexed, passages } = vault.status;
	new RebuildModal(app, indexed, passages, (meaning) => void run(program, vault.path, meaning, connection)).open();
}

async function run(program: string, folder: string, meaning: boolean, connection: Connection): Promise<void> {
	const notice = new Notice(say.progress.rebuilding, 0);
	try {
		await rebuildIndex(program, folder, meaning);
		new Notice(say.progress.rebuilt);
	} catch (thrown) {
		new Notice(say.settings.failed(thrown instanceof Error ? thrown.message : String(thrown)));
	} finally {
		notice.hide();
		await connection.refresh().catch(() => undefined);
	}
}

class RebuildModal extends Modal {
	constructor(
		app: App,
		private readonly notes: number,
		private readonly passages: number,
		private readonly chosen: (meaning: boolean) => void,
	) {
		super(app);
	}

	override onOpen(): void {
		this.setTitle(say.progress.rebuildTitle);
		this.contentEl.createEl("p", { text: say.progress.rebuildWords(this.notes) });
		const minutes = Math.max(1, Math.ceil(this.passages / PASSAGES_A_MINUTE));
		this.contentEl.createEl("p", { text: say.progress.rebuildMeaning(this.passages, minutes) });
		const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
		const choice = (text: string, cls: string, act: () => void) => {
			const button = buttons.createEl("button", { text, cls });
			button.addEventListener("click", () => {
				this.close();
				act();
			});
			return button;
		};
		choice(say.progress.rebuildStart, "mod-cta", () => this.chosen(false)).focus();
		choice(say.progress.rebuildAgain, "mod-warning", () => this.chosen(true));
		choice(say.progress.cancel, "", () => undefined);
	}

	override onClose(): void {
		this.contentEl.empty();
	}
}
