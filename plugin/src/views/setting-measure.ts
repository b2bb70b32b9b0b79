// Measuring from which score notes belong together, with what it was before and what it is after.

import type { Setting, SettingDefinition } from "obsidian";
import { isGivenUp, problemOf } from "../../../ui/pieces/host.js";
import type { Connection } from "../engine/connection";
import type { Measurement, VaultClient } from "../engine/vault";
import { say } from "../words";
import { reasonOf } from "./told";

/** Makes the row; `again` shows the settings anew. */
export function measureRow(connection: Connection, again: () => void): SettingDefinition {
	return {
		name: say.settings.measure,
		desc: say.settings.measureDesc,
		render: (setting) => {
			const row = new MeasureRow(setting, connection, again);
			row.offer(false);
			return () => row.stop();
		},
	};
}

class MeasureRow {
	private running = new AbortController();

	constructor(
		private readonly setting: Setting,
		private readonly connection: Connection,
		private readonly again: () => void,
	) {}

	stop(): void {
		this.running.abort();
	}

	/** Offers to measure; `agree` says that passages may be sent to the model's server. */
	offer(agree: boolean): void {
		const { vault } = this.connection;
		this.buttons([
			[agree ? say.settings.agreeStart : say.settings.measureStart, () => void (vault && this.measure(vault, agree))],
			...(agree ? [] : [[say.settings.reset, () => void (vault && this.forget(vault))] as [string, () => void]]),
		]);
	}

	private async measure(vault: VaultClient, agree: boolean): Promise<void> {
		this.running = new AbortController();
		this.buttons([[say.settings.stop, () => this.stop()]]);
		try {
			const before = percent(await vault.least());
			const measured = await vault.calibrate(agree, ({ stage, done, total }) => this.tell(say.settings.measuring(say.settings.stages[stage] ?? stage, done, total)), this.running.signal);
			this.tell(outcome(before, measured));
			this.offer(false);
		} catch (thrown) {
			this.failed(thrown, agree);
		}
	}

	private failed(thrown: unknown, agree: boolean): void {
		const problem = problemOf(thrown);
		const wantsConsent = problem.kind === "denied" && !agree;
		if (isGivenUp(thrown)) this.tell(say.settings.measureDesc);
		else this.tell(wantsConsent ? `${say.settings.agree} ${problem.detail}` : say.settings.failed(problem.detail));
		this.offer(wantsConsent);
	}

	private async forget(vault: VaultClient): Promise<void> {
		try {
			await vault.uncalibrate();
			this.again();
		} catch (thrown) {
			this.tell(say.settings.failed(reasonOf(thrown)));
		}
	}

	private tell(text: string): void {
		this.setting.setDesc(text);
	}

	private buttons(all: [string, () => void][]): void {
		this.setting.clear();
		this.setting.setName(say.settings.measure);
		for (const [label, act] of all) this.setting.addButton((button) => button.setButtonText(label).onClick(act));
	}
}

function outcome(before: string, { threshold: { least, kept, pairs, set } }: Measurement): string {
	const now = percent(set ?? least);
	return kept && set === undefined ? say.settings.measured(before, now, pairs) : say.settings.measuredKept(before, pairs);
}

function percent(score: number | null): string {
	return score === null ? "–" : `${Math.round(score * 100)}%`;
}
