import type { words } from "../../ui/pieces/words.js";
import type { Words } from "./words";
export const german: Partial<Words> = {};
export const germanPieces = {} as typeof words;
