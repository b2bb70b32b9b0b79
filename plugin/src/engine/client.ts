// Requests to the engine, over Node's own HTTP: no other origin may ask it, and its token stays out of the page.

import { Agent, request as send, type ClientRequest, type IncomingMessage } from "http";
import { Failure } from "../../../ui/pieces/host.js";
import type { Problem } from "../../../ui/pieces/wire.js";
import { eventReader } from "./events";

/** How long the engine has to say hello, in milliseconds: what doesn't answer then is something else. */
const PATIENCE = 3000;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

interface Greeting {
	version: string;
	protocol: number;
	vaults: string[];
}

/** One engine that runs. */
export class Client {
	/** Connections are kept, as a request for each letter typed would be slow otherwise. */
	private readonly agent = new Agent({ keepAlive: true });

	constructor(
		private readonly port: number,
		private readonly token: string,
	) {}

	/** Says hello; null if nobody is there who knows the token. */
	async greet(): Promise<Greeting | null> {
		const given = new AbortController();
		const timer = window.setTimeout(() => given.abort(), PATIENCE);
		try {
			return await this.call<Greeting>("GET", "/hello", undefined, given.signal);
		} catch {
			return null;
		} finally {
			window.clearTimeout(timer);
		}
	}

	/** Sends a request below `/api/v1` and returns the reply. The engine is taken at its word as to its shape. */
	async call<Reply>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Reply> {
		const response = await this.response(method, path, body, signal);
		const text = await whole(response, signal);
		return (text === "" ? undefined : JSON.parse(text)) as Reply;
	}

	/** Sends a request that is answered by events. Returns when there are no more. */
	async listen(
		method: Method,
		path: string,
		body: unknown,
		signal: AbortSignal | undefined,
		onEvent: (name: string, data: unknown) => void,
	): Promise<void> {
		const response = await this.response(method, path, body, signal);
		await read(response, signal, eventReader(onEvent));
	}

	/** Closes what is open. */
	close(): void {
		this.agent.destroy();
	}

	private async response(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<IncomingMessage> {
		const response = await this.sent(method, path, body, signal);
		const status = response.statusCode ?? 0;
		if (status < 400) return response;
		throw new Failure(problemIn(await whole(response, signal), status));
	}

	private async sent(method: Method, path: string, body: unknown, signal?: AbortSignal, again = true): Promise<IncomingMessage> {
		let request: ClientRequest | undefined;
		try {
			return await new Promise<IncomingMessage>((resolve, reject) => {
				if (signal?.aborted) return reject(givenUp());
				request = this.begin(method, path, body, resolve);
				request.on("error", reject);
				givingUp(request, signal);
			});
		} catch (thrown) {
			if (signal?.aborted) throw givenUp();
			// The engine closed a connection that was kept, just as it was used again.
			if (again && request?.reusedSocket) return this.sent(method, path, body, signal, false);
			throw gone(thrown);
		}
	}

	private begin(method: Method, path: string, body: unknown, onResponse: (response: IncomingMessage) => void): ClientRequest {
		const headers: Record<string, string> = { Authorization: `Bearer ${this.token}` };
		if (body !== undefined) headers["Content-Type"] = "application/json";
		const where = { host: "127.0.0.1", port: this.port, path: `/api/v1${path}` };
		const request = send({ ...where, method, headers, agent: this.agent }, onResponse);
		request.end(body === undefined ? undefined : JSON.stringify(body));
		return request;
	}
}

/** Ends a request when it is given up; one that has ended is not held on to. */
function givingUp(request: ClientRequest, signal: AbortSignal | undefined): void {
	if (!signal) return;
	const end = () => request.destroy();
	signal.addEventListener("abort", end, { once: true });
	request.on("close", () => signal.removeEventListener("abort", end));
}

async function whole(response: IncomingMessage, signal: AbortSignal | undefined): Promise<string> {
	let text = "";
	await read(response, signal, (piece) => (text += piece));
	return text;
}

function read(response: IncomingMessage, signal: AbortSignal | undefined, onPiece: (piece: string) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		const broken = (thrown?: unknown) => reject(signal?.aborted ? givenUp() : gone(thrown));
		response.setEncoding("utf8");
		response.on("data", (piece: string) => {
			try {
				if (!signal?.aborted) onPiece(piece);
			} catch (thrown) {
				reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
				response.destroy();
			}
		});
		response.on("end", resolve);
		response.on("error", broken);
		response.on("close", () => broken());
	});
}

function problemIn(text: string, status: number): Problem {
	const problem = { kind: "internal", title: String(status), detail: "", hint: null };
	try {
		return { ...problem, ...(JSON.parse(text) as Partial<Problem>), status };
	} catch {
		return { ...problem, status };
	}
}

function gone(thrown: unknown): Failure {
	const detail = thrown instanceof Error ? thrown.message : "";
	return new Failure({ kind: "gone", title: "", detail, hint: null });
}

function givenUp(): DOMException {
	return new DOMException("given up", "AbortError");
}
