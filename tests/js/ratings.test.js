// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { RatingsSection, signed, whole } from "../../games/static/games/board/table/ratings.js";

const [ADA, BEN, CEM] = ["Ada", "Ben", "Cem"].map((name) => ({ id: name, name, guest: false }));
const moved = {
  seat: 0,
  before: 150040,
  after: 151060,
  expected: 490_000,
  scored: 1e6,
  k: 20,
  games: 21,
  provisional: false,
  cause: "result",
  annulled: false,
  reason: "",
};

/**
 * Return the texts of a finished rated game's section.
 * @param {object[]} ratings by seat @param {object} [table] further fields
 */
function said(ratings, table = {}) {
  const seats = [ADA, BEN, CEM]
    .slice(0, ratings.length)
    .map((player, seat) => ({ seat, kind: "explorer", player, ai: null, you: false }));
  const state = {
    table: { status: "finished", rated: true, seats, ...table },
    ratings: ratings.map((one, seat) => ({ ...moved, ...one, seat })),
  };
  const rendered = new RatingsSection(/** @type {any} */ ({ state }), () => {}).render();
  return rendered && text(rendered).replace(/\s+/g, " ");
}

/** @param {any} node @returns {string} */
const text = (node) => (typeof node === "string" ? node : node.children.map(text).join(" "));

test("whole points, and a change is their difference", () => {
  assert.deepEqual([150050, 150049, -50, -49, 0].map(whole), [1501, 1500, -1, -0, 0]);
  assert.deepEqual([11, -7, 0].map(signed), ["+11", "−7", "±0"]);
  assert.match(
    said([{}, { scored: 0 }]) ?? "",
    /1500 → becomes 1511 \+11 Won: 100% scored, 49% expected\. K = 20, as in every player’s later games\./,
  );
});

test("more than two are compared with the others; a provisional rating says how far it is", () => {
  const page = said([{ scored: 750_000 }, { k: 40, games: 4, provisional: true, scored: 0 }, {}]) ?? "";
  assert.match(page, /Against the others: 75% scored, 49% expected\./);
  assert.match(
    page,
    /1511 \? \(provisional\) .*K = 40, as in every player’s first 20 games\. Provisional: 4 of 10 games\./,
  );
  assert.match(page, /1500\.40 \+ 20 × \(75\.00% − 49\.00%\) = 1510\.60/);
});

test("an annulled game says why; one that was reinstated, and one that was computed anew, say so", () => {
  const annulled = { annulled: true, k: 0, after: moved.before, cause: "annulment", reason: "One person." };
  assert.match(
    said([annulled, annulled]) ?? "",
    /This game was annulled: “One person\.” It does not affect ratings\..*±0.*The game does not count\./,
  );
  assert.match(said([{ cause: "reinstatement", reason: "A mistake." }, {}]) ?? "", /then reinstated: “A mistake\.”/);
  assert.match(said([{}, { cause: "refold" }]) ?? "", /an earlier game was annulled/);
});

test("there is nothing to say of games that run or are not rated", () => {
  assert.equal(said([{}, {}], { rated: false }), null);
  assert.equal(said([{}, {}], { status: "running" }), null);
});
