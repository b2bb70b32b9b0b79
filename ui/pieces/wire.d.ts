// What the engine writes, as far as the pieces read it. Types only: nothing of this file is served.

export interface Lines { start: number; end: number }
export interface Place { vault: string; path: string; heading?: string; lines?: Lines }
export interface NearNote { vault: string; path: string; title: string }

export interface Problem { kind: string; title: string; detail: string; hint: string | null; status?: number }

export interface Notice {
  kind: string;
  model?: string;
  reason?: string;
  notes?: number;
  unseen?: number;
  nearest?: NearNote[];
  characters?: number;
  heading?: string;
  typed?: string;
  searched?: string[];
  changes?: number;
  vault?: string;
  vanished?: number;
}

export interface Coverage { searched: number; total: number; pending: number; errored: number; scope?: number }

export interface Hit {
  vault: string;
  path: string;
  title: string;
  heading: string[];
  lines: Lines;
  score: number;
  why: Record<string, unknown>;
  snippet: { text: string; highlights: [number, number][] };
  also?: { passages: number; paths: string[] };
}

export interface SearchReply {
  query: string;
  mode: string;
  coverage: Coverage;
  hits: Hit[];
  total: number;
  next_cursor: string | null;
  changed?: boolean;
  notices?: Notice[];
}

export type Mode = "hybrid" | "semantic" | "keyword" | "regex";

export interface SearchRequest {
  vaults: string[];
  query: string;
  mode: Mode;
  folders: string[];
  tags: string[];
  typing?: boolean;
  everything?: boolean;
  cursor?: string;
}

export type Show = "unlinked" | "linked" | "all";

export interface RelatedNote {
  path: string;
  title: string;
  score: number;
  linked: boolean;
  from: string;
  to: string;
}

export interface RelatedReply {
  path: string | null;
  belongs_under: { path: string; title: string; score: number } | null;
  related: RelatedNote[];
  near_copies: { path: string; title: string; coverage: number }[];
  least?: number;
  notices?: Notice[];
}

export interface GroundingChunk {
  vault?: string;
  path: string;
  heading: string[];
  lines: Lines;
  retrievedContext: { title: string; text: string };
}

export interface GroundingSupport {
  segment: { startIndex: number; endIndex: number; text: string };
  groundingChunkIndices: number[];
  places?: { lines: Lines; quote: boolean }[];
}

export type Support = "supported" | "weak" | "unsupported";

export interface AskReply {
  answer: string;
  outcome: "answered" | "not_in_notes" | "partial_index";
  sentences: { start: number; end: number; support: Support; chunks: number[] }[];
  groundingChunks: GroundingChunk[];
  groundingSupports: GroundingSupport[];
  coverage: Coverage;
  nearest?: NearNote[];
  model: string | null;
  notices?: Notice[];
  conversation: number | null;
}

export interface AskRequest {
  vault: string;
  question: string;
  conversation?: number;
  quote?: boolean;
  no_save?: boolean;
  folders?: string[];
  tags?: string[];
  filter?: Record<string, string>;
  model?: string;
}

export interface ConversationEntry { id: number; question: string; turns: number; modified?: string }
export interface Turn { question: string; answer: string; sources: { path: string; lines: Lines }[] }
export interface Conversation { id: number; turns: Turn[] }

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis" | "strike" | "mark"; text: Inline[] }
  | { kind: "link"; text: Inline[]; note: string | null; heading: string | null; url: string | null }
  | { kind: "image"; alt: string; note: string | null }
  | { kind: "math"; source: string }
  | { kind: "tag"; text: string }
  | { kind: "break" };

export interface ListItem { lines: Lines; checked: boolean | null; blocks: Block[] }

export type Block = { lines: Lines } & (
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "code"; language: string | null; code: string }
  | { kind: "list"; ordered: boolean; start: number | null; items: ListItem[] }
  | { kind: "quote"; callout: string | null; title?: Inline[]; blocks: Block[] }
  | {
      kind: "table";
      align: ("left" | "right" | "center" | null)[];
      head: Inline[][];
      rows: { lines: Lines; cells: Inline[][] }[];
    }
  | { kind: "rule" }
  | { kind: "math"; source: string }
  | { kind: "raw"; text: string }
  | { kind: "properties"; text: string }
);

export interface NoteReply {
  vault: string;
  path: string;
  title: string;
  tags: string[];
  aliases: string[];
  modified: string;
  blocks: Block[];
  backlinks?: { path: string; title: string }[];
  notices?: Notice[];
}

export interface NoteEntry { vault: string; path: string; title: string; tags: string[]; modified: string }
export interface Unread { path: string; kind: string; reason: string }

export interface Status {
  found: number;
  indexed: number;
  errored: number;
  excluded?: number;
  excluded_by?: Record<string, number>;
  by_words_only?: number;
  pending: number;
  passages: number;
  generation: number;
  state: string;
  model: string | null;
  next_model?: { model: string; read: number; passages: number };
  errors: Unread[];
  unembedded?: Unread[];
  paused_by_you?: { until: string | null } | null;
  trouble?: { reason: string; hint: string | null } | null;
  unread_changes: number;
  vanished: number;
}

export interface Vault {
  id: string;
  name: string;
  path: string;
  obsidian: boolean;
  present: boolean;
  status: Status | null;
  problem: Problem | null;
}

export type VaultAction = "rescan" | "retry" | "accept_removals" | "pause" | "pause_hour" | "resume";
