// Server-sent events, read from a response: the browser's own reader can send no token.

/**
 * Tells each event of a stream. Returns when the stream ends.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {(name: string, data: string) => void} onEvent
 */
export async function eventsOf(body, onEvent) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).replace(/\r\n/g, "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) tell(block, onEvent);
  }
}

/**
 * @param {string} block
 * @param {(name: string, data: string) => void} onEvent
 */
function tell(block, onEvent) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
  }
  // A comment, which only says that the engine is still there, has no data.
  if (data.length > 0) onEvent(name, data.join("\n"));
}
