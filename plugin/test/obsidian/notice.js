// What is said in passing, in a corner.

import { strict } from "./strict.js";

/** How long a notice stays if nothing else is asked for, in milliseconds. */
const STAYS = 5000;

/** Everything that was said since the start, so that a test can find a notice that is gone. */
export const said = [];

export class Notice {
  timer = undefined;

  constructor(message, duration = STAYS) {
    const home = document.querySelector(".notice-container") ?? document.body.createDiv("notice-container");
    this.containerEl = home.createDiv("notice");
    this.messageEl = this.containerEl.createDiv("notice-message");
    this.noticeEl = this.messageEl;
    this.setMessage(message);
    said.push(this.messageEl.textContent);
    this.containerEl.addEventListener("click", () => this.hide());
    if (duration > 0) this.timer = (standinTimers.setTimeout)(() => this.hide(), duration);
  }

  setMessage(message) {
    this.messageEl.setText(message);
    return this;
  }

  hide() {
    standinTimers.clearTimeout(this.timer);
    this.timer = undefined;
    this.containerEl.detach();
  }
}

/** The window's own timers: that a notice is still shown is Obsidian's doing, not something the plugin left behind. */
const standinTimers = { setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) };

strict(Notice);
