// A search while it is typed: only the answer to what was typed last counts.

import { isGivenUp, problemOf, type Host } from "../../../ui/pieces/host.js";
import { inWords } from "../../../ui/pieces/problem.js";
import { words } from "../../../ui/pieces/words.js";
import type { Hit, Mode, SearchReply } from "../../../ui/pieces/wire.js";
import type { Scope } from "../engine/vault";

/** A search for nothing but a condition lists the newest notes. */
const NEWEST = "after:1900-01";

export const MODES: Mode[] = ["hybrid", "semantic", "keyword", "regex"];

export interface Wanted extends Scope {
	query: string;
	mode: Mode;
	typing: boolean;
	everything?: boolean;
	cursor?: string;
}

export interface Found {
	hits: Hit[];
	reply: SearchReply | null;
	/** What is to be said where nothing was found, or all failed. */
	text: string;
}

/** Returns what searches; a search that another took the place of ends with null. */
export function searching(host: Host): { run: (wanted: Wanted) => Promise<Found | null>; stop: () => void } {
	let asked = new AbortController();
	return {
		async run(wanted) {
			asked.abort();
			asked = new AbortController();
			const { signal } = asked;
			try {
				const reply = await host.search(requestOf(wanted), signal);
				return signal.aborted ? null : { hits: reply.hits, reply, text: words.search.nothing(reply.coverage) };
			} catch (thrown) {
				if (signal.aborted || isGivenUp(thrown)) return null;
				return { hits: [], reply: null, text: inWords(problemOf(thrown)).what };
			}
		},
		stop: () => asked.abort(),
	};
}

function requestOf({ query, mode, ...rest }: Wanted) {
	const isEmpty = query.trim() === "" && rest.folders.length + rest.tags.length === 0;
	// A pattern can't be empty, and conditions are none within one.
	return isEmpty ? { ...rest, vaults: [], query: NEWEST, mode: "hybrid" as const, per_note: 1 } : { ...rest, vaults: [], query, mode };
}
