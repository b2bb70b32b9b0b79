// Builds main.js and styles.css, with the pieces that the page has too.

import { builtinModules } from "node:module";
import { build } from "esbuild";

const isProduction = process.argv[2] === "production";
const common = { bundle: true, minify: isProduction, logLevel: "warning" };

await build({
  ...common,
  entryPoints: ["src/main.ts"],
  outfile: "main.js",
  format: "cjs",
  target: "es2022",
  sourcemap: isProduction ? false : "inline",
  external: ["obsidian", "electron", "@codemirror/*", "@lezer/*", ...builtinModules],
});
await build({ ...common, entryPoints: ["src/styles.css"], outfile: "styles.css" });
