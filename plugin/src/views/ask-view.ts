// Asking the notes: the conversation that goes on, and those that are kept.

import { Notice } from "obsidian";
import { conversation } from "../../../ui/pieces/conversation.js";
import { conversationList } from "../../../ui/pieces/conversations.js";
import { fill, h } from "../../../ui/pieces/dom.js";
import { problemOf, type Host } from "../../../ui/pieces/host.js";
import { words } from "../../../ui/pieces/words.js";
import type { AskRequest } from "../../../ui/pieces/wire.js";
import type { Scope } from "../engine/vault";
import { say } from "../words";
import { EngineView } from "./engine-view";
import { narrowing } from "./narrowing";
import { reasonOf } from "./told";

export const ASK = "notekin-ask";

/** What a link in the list of conversations has as its address; it leads nowhere but to this view. */
const CONVERSATION = "#notekin-conversation-";

/** Where the models are kept that were asked for by name. */
const WRITERS = "notekin-writers";
const MOST_WRITERS = 8;

export class AskView extends EngineView {
	override icon = "lucide-message-circle-question";
	override navigation = false;
	private narrowed: Scope = { folders: [], tags: [] };
	private readonly thisNote = h("input", { type: "checkbox" });
	private readonly writers = h("datalist", { id: "notekin-writers" });
	private readonly writer = h("input", { type: "text", class: "notekin-writer", list: "notekin-writers", "aria-label": say.ask.model, spellcheck: "false" });
	private readonly live = h("div", { class: "notekin-hidden", "aria-live": "polite" });
	private talk: ReturnType<typeof conversation> | null = null;
	private list: ReturnType<typeof conversationList> | null = null;

	override getViewType(): string {
		return ASK;
	}

	override getDisplayText(): string {
		return say.views.ask;
	}

	/** Narrows to the note that is open, or no longer, and lets a question be typed. */
	begin(aboutThisNote: boolean): void {
		this.thisNote.checked = aboutThisNote;
		this.talk?.focus();
	}

	protected override build(body: HTMLElement): void {
		const vault = () => this.around.connection.vault?.name ?? "";
		this.list = this.keptConversations(vault);
		this.talk = conversation(this.scopedHost(), {
			vault,
			announce: (text) => fill(this.live, text),
			kept: (id) => {
				this.list?.mark(id);
				void this.list?.load();
			},
		});
		this.talk.element.querySelector(".notekin-ask-options")?.append(...this.options());
		const history = h("details", { class: "notekin-history" }, h("summary", {}, say.ask.history), this.list.element);
		body.append(history, this.talk.element, this.live);
		this.register(() => {
			this.talk?.start();
			this.list?.close();
		});
	}

	protected override ready(): void {
		void this.list?.load();
		void this.listModels();
	}

	private keptConversations(vault: () => string): ReturnType<typeof conversationList> {
		const list = conversationList(this.around.host, {
			vault,
			addressOf: (id) => `${CONVERSATION}${id ?? "new"}`,
			removed: (id) => {
				if (this.talk?.id === id) this.turnTo(null);
			},
		});
		this.registerDomEvent(list.element, "click", (event) => {
			const address = (event.target as Element | null)?.closest("a")?.getAttribute("href") ?? "";
			if (!address.startsWith(CONVERSATION)) return;
			event.preventDefault();
			const id = address.slice(CONVERSATION.length);
			this.turnTo(id === "new" ? null : Number(id));
		});
		return list;
	}

	private turnTo(id: number | null): void {
		this.list?.mark(id);
		this.talk?.start();
		if (id !== null) void this.resume(id);
		else this.talk?.focus();
	}

	private async resume(id: number): Promise<void> {
		try {
			const { turns } = await this.around.host.conversation("", id);
			this.talk?.resume(id, turns);
		} catch (thrown) {
			new Notice(problemOf(thrown).kind === "not_found" ? words.conversations.gone : reasonOf(thrown));
		}
	}

	/** Asks only where the user narrowed it to, and the model that was chosen. */
	private scopedHost(): Host {
		const { host } = this.around;
		const ask: Host["ask"] = async (request, onText, signal) => {
			const path = this.thisNote.checked ? this.app.workspace.getActiveFile()?.path : undefined;
			const filter = path === undefined ? {} : { filter: { path } };
			const writer = this.writer.value.trim();
			const asked: AskRequest = { ...request, ...this.narrowed, ...filter, ...(writer === "" ? {} : { model: writer }) };
			const reply = await host.ask(asked, onText, signal);
			if (writer !== "" && reply.model !== null) this.remember(writer);
			return reply;
		};
		return { ...host, ask };
	}

	private options(): HTMLElement[] {
		const chips = narrowing(this.app, () => this.narrowed, (scope) => {
			this.narrowed = scope;
			chips.show();
		});
		return [
			h("label", { title: say.ask.thisNoteTip }, this.thisNote, say.ask.thisNote),
			h("label", {}, say.ask.model, this.writer, this.writers),
			chips.element,
		];
	}

	/** Offers the models that wrote before on this computer, and says which one is set. */
	private async listModels(): Promise<void> {
		const settings = await this.around.connection.preferences?.all().catch(() => null);
		const set = settings?.get("answer.model");
		this.writer.setAttribute("placeholder", typeof set === "string" && set !== "" ? set : words.ask.quotes);
		fill(this.writers, this.known().map((id) => h("option", { value: id })));
	}

	private known(): string[] {
		return (this.app.loadLocalStorage(WRITERS) as string[] | null) ?? [];
	}

	private remember(model: string): void {
		const others = this.known().filter((id) => id !== model);
		this.app.saveLocalStorage(WRITERS, [model, ...others].slice(0, MOST_WRITERS));
		void this.listModels();
	}
}
