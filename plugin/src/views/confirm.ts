// A question that is answered by yes or no.

import { Modal, type App } from "obsidian";
import { say } from "../words";

export interface Question {
	title: string;
	text: string;
	/** What is shown besides, as it is. */
	detail?: string;
	/** What the buttons that do something say, the first of them likeliest. */
	choices: string[];
}

/** Asks, and returns the number of the choice that was made; null if none was. */
export function confirm(app: App, question: Question): Promise<number | null> {
	return new Promise((resolve) => new ConfirmModal(app, question, resolve).open());
}

class ConfirmModal extends Modal {
	private chosen: number | null = null;

	constructor(
		app: App,
		private readonly question: Question,
		private readonly answered: (choice: number | null) => void,
	) {
		super(app);
		this.setTitle(question.title);
	}

	override onOpen(): void {
		const { text, detail, choices } = this.question;
		for (const paragraph of text.split("\n")) this.contentEl.createEl("p", { text: paragraph });
		if (detail !== undefined) this.contentEl.createEl("pre", { cls: "notekin-change", text: detail });
		const row = this.contentEl.createDiv({ cls: "modal-button-container" });
		const button = (label: string, cls: string, choice: number | null) => {
			const made = row.createEl("button", { text: label, cls });
			made.addEventListener("click", () => {
				this.chosen = choice;
				this.close();
			});
			return made;
		};
		const buttons = choices.map((label, at) => button(label, at === 0 ? "mod-cta" : "", at));
		(buttons[0] ?? row).focus();
		button(say.cancel, "", null);
	}

	/** However it is closed, there is an answer. */
	override onClose(): void {
		this.contentEl.empty();
		this.answered(this.chosen);
	}
}
