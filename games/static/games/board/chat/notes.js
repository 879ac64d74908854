// @ts-check
/** Private notes, saved while the player writes. */

import { gettext, interpolate } from "../i18n.js";
import { RequestError, request } from "../rest.js";
import { h } from "../vdom.js";

const MOST = 5000;
const PAUSE_MS = 900;

export class Notes {
  /** @param {import("../rest").Paths} paths @param {() => void} update */
  constructor(paths, update) {
    this.paths = paths;
    this.update = update;
    this.text = "";
    this.kept = "";
    this.loaded = false;
    /** @type {"nothing" | "saving" | "saved"} */
    this.state = "nothing";
    /** @type {string | null} */
    this.error = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) void this.save();
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.text !== this.kept) event.preventDefault();
    });
  }

  /** Load the stored notes, unless there is unsaved text here. */
  async load() {
    if (this.text !== this.kept) return;
    try {
      const { text } = await request("GET", this.paths.note);
      if (this.text === this.kept) this.text = this.kept = text;
      this.loaded = true;
      this.error = null;
    } catch (error) {
      this.failed(error);
    }
    this.update();
  }

  /** @param {string} text */
  type(text) {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), PAUSE_MS);
    if (this.state === "saved") {
      this.state = "nothing";
      this.update();
    }
  }

  async save() {
    clearTimeout(this.timer);
    const { text } = this;
    if (this.state === "saving" || text === this.kept) return;
    this.state = "saving";
    this.error = null;
    this.update();
    try {
      await request("PUT", this.paths.note, { text });
      this.kept = text;
      this.state = "saved";
    } catch (error) {
      this.state = "nothing";
      this.failed(error);
    }
    this.update();
    if (this.state === "saved" && this.text !== this.kept) await this.save(); // text typed since
  }

  /** @param {unknown} error */
  failed(error) {
    if (!(error instanceof RequestError)) throw error;
    this.error = error.message;
  }

  render() {
    if (!this.loaded)
      return h("p", { key: "wait", class: "chat-empty", role: "status" }, this.error ?? gettext("Loading…"));
    return [
      h("textarea", {
        key: "note",
        class: "note-field",
        "aria-label": gettext("Private notes"),
        placeholder: gettext("Notes about this game. Only you can read them."),
        value: this.text,
        dir: "auto",
        oninput: (event) => this.type(/** @type {HTMLTextAreaElement} */ (event.target).value),
        onblur: () => void this.save(),
      }),
      this.error &&
        h(
          "p",
          { key: "error", class: "chat-error", role: "alert" },
          this.error,
          h("button", { type: "button", class: "text-button", onclick: () => void this.save() }, gettext("Try again")),
        ),
      h("p", { key: "state", class: "note-state", role: "status", "data-state": this.state }, this.sentence()),
    ];
  }

  sentence() {
    if (this.state === "saving") return gettext("Saving…");
    if (this.state === "saved") return gettext("Saved.");
    return interpolate(gettext("Saved as you write, up to %(most)s characters."), { most: MOST });
  }
}
