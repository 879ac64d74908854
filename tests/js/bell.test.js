// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { titled } from "../../accounts/static/accounts/bell.js";
import { bytes } from "../../accounts/static/accounts/settings.js";

test("the number stands before the title, once, and not when it is nought", () => {
  assert.equal(titled("My games", 2), "(2) My games");
  assert.equal(titled("(2) My games", 13), "(13) My games");
  assert.equal(titled("(13) ● Your turn – (a) table", 0), "● Your turn – (a) table");
});

test("a key in base64url becomes its bytes", () => {
  assert.deepEqual([...bytes("-_8A")], [251, 255, 0]);
});
