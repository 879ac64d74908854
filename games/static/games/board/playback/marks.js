// @ts-check
/** Rings around what a move takes and where it goes. They lie over the page and take part in nothing. */

import { firstInSight } from "../table/motion.js";

/** What can move a marked element. */
const CHANGES = ["scroll", "resize", "animationend", "transitionend"];

export class Marks {
  constructor() {
    this.layer = document.createElement("div");
    this.layer.className = "playback-marks";
    this.layer.setAttribute("aria-hidden", "true");
    /** @type {string[][]} */
    this.places = [];
    this.draw = this.draw.bind(this);
  }

  /** Mark one element for each of these lists of selectors: the first in sight. @param {string[][]} places */
  show(places) {
    this.places = places;
    if (!this.layer.isConnected) {
      document.body.append(this.layer);
      for (const change of CHANGES) window.addEventListener(change, this.draw, true);
    }
    this.draw();
  }

  draw() {
    const rings = this.places.flatMap((selectors) => {
      const area = firstInSight(selectors)?.getBoundingClientRect();
      if (!area) return [];
      const ring = document.createElement("div");
      ring.className = "playback-mark";
      Object.assign(ring.style, {
        left: `${area.left}px`,
        top: `${area.top}px`,
        width: `${area.width}px`,
        height: `${area.height}px`,
      });
      return [ring];
    });
    this.layer.replaceChildren(...rings);
  }

  end() {
    this.places = [];
    this.layer.remove();
    for (const change of CHANGES) window.removeEventListener(change, this.draw, true);
  }
}
