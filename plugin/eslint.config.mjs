// Run from the folder above: what `eslint-plugin-obsidianmd` knows of the plugin it reads in manifest.json there.

import { defineConfig, globalIgnores } from "eslint/config";
import obsidianmd from "eslint-plugin-obsidianmd";

export default defineConfig([
  globalIgnores(["**/node_modules", "plugin/main.js", "plugin/test", "**/*.mjs", "**/package-lock.json"]),
  ...obsidianmd.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["plugin/package.json"] },
        tsconfigRootDir: import.meta.dirname + "/..",
        extraFileExtensions: [".json"],
      },
    },
  },
  {
    // What talks to the engine knows nothing of Obsidian.
    files: ["plugin/src/engine/**"],
    rules: { "no-restricted-imports": ["error", { paths: ["obsidian"] }] },
  },
]);
