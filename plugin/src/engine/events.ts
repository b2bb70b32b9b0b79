// Server-sent events, put together again from the pieces in which they come.

/** Returns what takes the pieces of a stream and tells each event that is complete. */
export function eventReader(onEvent: (name: string, data: unknown) => void): (piece: string) => void {
	let rest = "";
	return (piece) => {
		const blocks = (rest + piece).replace(/\r\n/g, "\n").split("\n\n");
		rest = blocks.pop() ?? "";
		for (const block of blocks) tell(block, onEvent);
	};
}

function tell(block: string, onEvent: (name: string, data: unknown) => void): void {
	let name = "message";
	const data: string[] = [];
	for (const line of block.split("\n")) {
		const [, field, value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
		if (field === "event") name = value;
		else if (field === "data") data.push(value);
	}
	// A comment, which only says that the engine is still there, has no data.
	if (data.length > 0) onEvent(name, JSON.parse(data.join("\n")));
}
