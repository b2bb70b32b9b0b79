// A server that speaks like OpenAI's, and writes an answer as the test lets it: piece by piece. It stands for a program
// of the user's, as the engine itself writes none.

import { once } from "node:events";
import http from "node:http";

/** Starts the server. It is stopped at the test's end. */
export async function startWriter(t) {
  const asked = [];
  const open = new Set();
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    if (!request.url.endsWith("/chat/completions")) {
      response.setHeader("Content-Type", "application/json");
      return void response.end(JSON.stringify({ object: "list", data: [{ id: "quill", object: "model" }] }));
    }
    const turn = { body: JSON.parse(body), isClosed: false };
    asked.push(turn);
    if (writer.refuses) {
      response.writeHead(500, { "Content-Type": "application/json" });
      return void response.end(JSON.stringify({ error: { message: "out of ink" } }));
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.on("close", () => {
      open.delete(response);
      turn.isClosed = !response.writableEnded;
    });
    open.add(response);
  });
  const event = (delta, finish = null) => `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const writer = {
    asked,
    refuses: false,
    isOpen: () => open.size > 0,
    /** Writes a piece of the answer. */
    write: (text) => open.forEach((response) => response.write(event({ role: "assistant", content: text }))),
    /** Ends the answer. */
    end() {
      for (const response of open) response.end(`${event({}, "stop")}data: [DONE]\n\n`);
    },
    settings: () => `model = "fake"\npassages.tokens = 60\nanswer.model = "openai/quill"\nopenai.url = "http://127.0.0.1:${server.address().port}/v1"\n`,
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return writer;
}
