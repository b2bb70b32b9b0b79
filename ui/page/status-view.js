// How the vaults stand: a panel each.

import { h } from "../pieces/dom.js";
import { progressPanel } from "../pieces/progress.js";
import { words } from "../pieces/words.js";

/**
 * @import { Host } from "../pieces/host.js"
 * @import { Vault } from "../pieces/wire.js"
 */

/**
 * Makes the view.
 *
 * @param {Host} host
 */
export function statusView(host) {
  /** @type {Map<string, ReturnType<typeof progressPanel>>} */ const panels = new Map();
  const element = h("div", { class: "status-view" }, h("h1", {}, words.progress.title));
  return {
    element,
    /** @param {Vault[]} vaults */
    show(vaults) {
      for (const [id, { element: gone }] of panels) {
        if (vaults.some((vault) => vault.id === id)) continue;
        gone.remove();
        panels.delete(id);
      }
      for (const vault of vaults) {
        const panel = panels.get(vault.id) ?? progressPanel(host);
        if (!panels.has(vault.id)) element.append(panel.element);
        panels.set(vault.id, panel);
        panel.show(vault);
      }
    },
  };
}
