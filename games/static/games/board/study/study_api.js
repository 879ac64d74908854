// @ts-check
/**
 * The requests of a study's page (docs/formats/studies.md).
 * @typedef {import("./study_tree.js").Move} Move
 */
import { request } from "../rest.js";

export class StudyApi {
  /** @param {string} id of the study @param {string} link the secret part of its address, or "" for its owner */
  constructor(id, link) {
    this.address = `/api/v1/studies/${id}`;
    this.link = link;
  }

  /** Return all moves after a known one. @param {number} since @returns {Promise<Move[]>} */
  async moves(since) {
    /** @type {Move[]} */
    const found = [];
    const link = this.link && `&link=${this.link}`;
    for (let address = `${this.address}/moves?since=${since}${link}`; address; ) {
      const page = await request("GET", address);
      found.push(...page.moves);
      address = page.next;
    }
    return found;
  }

  /**
   * @param {number} parent @param {number} seat @param {unknown} action
   * @returns {Promise<number>} the number of the move
   */
  async play(parent, seat, action) {
    return (await request("POST", `${this.address}/moves`, { parent, seat, action })).number;
  }

  /** @param {number} number @returns {Promise<boolean>} whether the opponent has something to do after the move */
  async askOpponent(number) {
    return (await request("POST", `${this.address}/moves/${number}/opponent`, {})).asked;
  }

  /** @param {number} number @param {{comment?: string, glyph?: string, main?: true}} changes */
  note(number, changes) {
    return request("PATCH", `${this.address}/moves/${number}`, changes);
  }

  /** @param {number} number */
  remove(number) {
    return request("DELETE", `${this.address}/moves/${number}`, {});
  }

  /** @param {{title?: string, comment?: string, opponent?: string}} changes */
  change(changes) {
    return request("PATCH", this.address, changes);
  }

  /** @returns {Promise<string>} the path of the shared page */
  async share() {
    return (await request("PUT", `${this.address}/link`, {})).link;
  }

  withdraw() {
    return request("DELETE", `${this.address}/link`, {});
  }

  delete() {
    return request("DELETE", this.address, {});
  }

  /** The address of the study as a file. */
  get file() {
    return `${this.address}/export${this.link && `?link=${this.link}`}`;
  }
}
