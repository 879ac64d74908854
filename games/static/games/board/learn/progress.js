// @ts-check
/** How far a visitor without an account is in each lesson, in this browser; the server keeps it for accounts. */

import { LESSONS } from "../../app/learned.js";

export class Progress {
  /** @param {string} lesson its address @param {boolean} account whether there is an account */
  constructor(lesson, account) {
    this.lesson = lesson;
    this.account = account;
  }

  /** @returns {Record<string, number>} steps by the addresses of lessons */
  all() {
    try {
      const kept = JSON.parse(localStorage.getItem(LESSONS) ?? "{}");
      return kept !== null && typeof kept === "object" ? kept : {};
    } catch {
      return {}; // no storage, or not what this page has written
    }
  }

  /** The step to begin with, or 0. */
  get step() {
    const step = this.account ? 0 : Number(this.all()[this.lesson] ?? 0);
    return Number.isInteger(step) && step > 0 ? step : 0;
  }

  /** @param {number} step */
  set step(step) {
    if (this.account) return;
    try {
      localStorage.setItem(LESSONS, JSON.stringify({ ...this.all(), [this.lesson]: step }));
    } catch {
      // no storage: the lesson begins anew
    }
  }
}
