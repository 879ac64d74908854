// @ts-check
/** Rings around what a move takes and where it goes. They lie over the page and take part in nothing. */

import { allInSight } from "../table/motion.js";

/** What can move a marked element. */
const CHANGES = ["scroll", "resize", "animationend", "transitionend"];

export class Marks {
  /** @param {(found: Element[]) => Element[]} ringed which of the elements of a place in sight have a ring */
  constructor(ringed = (found) => found.slice(0, 1)) {
    this.ringed = ringed;
    this.layer = document.createElement("div");
    this.layer.className = "playback-marks";
    this.layer.setAttribute("aria-hidden", "true");
    /** @type {string[][]} */
    this.places = [];
    this.draw = this.draw.bind(this);
  }

  /** Mark each of these places: the first of its selectors of which anything is in sight. @param {string[][]} places */
  show(places) {
    this.places = places;
    if (!this.layer.isConnected) {
      document.body.append(this.layer);
      for (const change of CHANGES) window.addEventListener(change, this.draw, true);
    }
    this.draw();
  }

  draw() {
    const found = this.places.flatMap((selectors) => this.ringed(allInSight(selectors)));
    const rings = found.map((element) => {
      const area = element.getBoundingClientRect();
      const ring = document.createElement("div");
      ring.className = "playback-mark";
      Object.assign(ring.style, {
        left: `${area.left}px`,
        top: `${area.top}px`,
        width: `${area.width}px`,
        height: `${area.height}px`,
      });
      return ring;
    });
    this.layer.replaceChildren(...rings);
  }

  end() {
    this.places = [];
    this.layer.remove();
    for (const change of CHANGES) window.removeEventListener(change, this.draw, true);
  }
}
