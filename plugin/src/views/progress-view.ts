// How much of the vault is read, what couldn't be, and what can be done about it.

import { fill, h } from "../../../ui/pieces/dom.js";
import { progressPanel } from "../../../ui/pieces/progress.js";
import { say } from "../words";
import { EngineView } from "./engine-view";
import { rebuild } from "./rebuild";
import { reasonOf } from "./told";

export const PROGRESS = "notekin-progress";

export class ProgressView extends EngineView {
	override icon = "lucide-book-check";
	override navigation = false;
	private panel: ReturnType<typeof progressPanel> | null = null;
	private readonly queue = h("p", { class: "notekin-quiet", "aria-live": "polite" });

	override getViewType(): string {
		return PROGRESS;
	}

	override getDisplayText(): string {
		return say.views.progress;
	}

	protected override build(body: HTMLElement): void {
		const { host, connection, told } = this.around;
		this.panel = progressPanel(host);
		const rescan = async () => {
			try {
				await host.act("", "rescan");
				host.say(say.progress.done);
			} catch (thrown) {
				host.say(reasonOf(thrown));
			}
		};
		const button = (label: string, onclick: () => void) => h("button", { type: "button", class: "notekin-button", onclick }, label);
		const actions = h(
			"div",
			{ class: "notekin-row" },
			button(say.progress.rescan, () => void rescan()),
			button(say.progress.rebuild, () => void rebuild(this.app, connection, told)),
		);
		body.append(this.panel.element, this.queue, actions);
	}

	protected override ready(): void {
		this.statusChanged();
	}

	protected override statusChanged(): void {
		const vault = this.around.connection.status;
		if (!vault) return;
		this.panel?.show(vault);
		const { pending = 0, passages = 0 } = vault.status ?? {};
		fill(this.queue, pending > 0 && say.progress.queue(pending, passages));
	}
}
