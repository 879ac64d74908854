// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { clock } from "../../pyramido_site/static/site/js/seek_watch.js";
import { others, range } from "../../pyramido_site/static/site/js/seeking.js";

test("the page that waits says what the server says", () => {
  assert.deepEqual([0, 66_999, 600_000, 3_725_000].map(clock), ["0:00", "1:06", "10:00", "62:05"]);
  assert.equal(range({ rating: 150_000, window: 62_110 }), "ratings from about 879 to 2121");
  assert.equal(range({ rating: 10_000, window: 62_110 }), "ratings from about 0 to 721");
  assert.equal(range({ rating: 150_000, window: null }), "any rating");
  assert.deepEqual([-1, 0, 1, 2].map(others), [
    "no other players waiting",
    "no other players waiting",
    "1 other player waiting",
    "2 other players waiting",
  ]);
});
