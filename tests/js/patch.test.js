// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { applyPatch, PatchError, parsePointer } from "../../games/static/games/board/patch.js";
import { samples } from "./samples.js";

/** @param {any} value @returns {any} the same value, deeply frozen */
function frozen(value) {
  if (value !== null && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test("the patches that frames carry make the next view of the one before, and leave that one alone", () => {
  assert.ok(samples.patches.length > 100);
  for (const { before, after, patch } of samples.patches) {
    assert.deepEqual(applyPatch(frozen(before), patch), after);
  }
});

test("what a patch does not touch stays the same object", () => {
  const before = frozen({ spaces: [{ gems: 1 }, { gems: 2 }], bag: { red: 1 } });
  const after = applyPatch(before, [{ op: "replace", path: "/spaces/0/gems", value: 9 }]);
  assert.equal(after.bag, before.bag);
  assert.equal(after.spaces[1], before.spaces[1]);
  assert.deepEqual(after.spaces[0], { gems: 9 });
});

// RFC 6902, appendix A
/** @type {[string, any, any[], any][]} */
const EXAMPLES = [
  ["add a member", { foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { foo: "bar", baz: "qux" }],
  [
    "add an element",
    { foo: ["bar", "baz"] },
    [{ op: "add", path: "/foo/1", value: "qux" }],
    { foo: ["bar", "qux", "baz"] },
  ],
  ["remove a member", { baz: "qux", foo: "bar" }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
  ["remove an element", { foo: ["bar", "qux", "baz"] }, [{ op: "remove", path: "/foo/1" }], { foo: ["bar", "baz"] }],
  ["replace", { baz: "qux", foo: "bar" }, [{ op: "replace", path: "/baz", value: "boo" }], { baz: "boo", foo: "bar" }],
  [
    "move",
    { foo: { bar: 1, waldo: 2 }, qux: {} },
    [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
    { foo: { bar: 1 }, qux: { thud: 2 } },
  ],
  [
    "move an element",
    { foo: ["all", "grass", "cows", "eat"] },
    [{ op: "move", from: "/foo/1", path: "/foo/3" }],
    { foo: ["all", "cows", "eat", "grass"] },
  ],
  [
    "test",
    { baz: "qux", foo: ["a", 2, "c"] },
    [
      { op: "test", path: "/baz", value: "qux" },
      { op: "test", path: "/foo/1", value: 2 },
    ],
    { baz: "qux", foo: ["a", 2, "c"] },
  ],
  [
    "escapes",
    { "/": 9, "~1": 10 },
    [
      { op: "replace", path: "/~01", value: 1 },
      { op: "replace", path: "/~1", value: 2 },
    ],
    { "/": 2, "~1": 1 },
  ],
  [
    "append",
    { foo: ["bar"] },
    [{ op: "add", path: "/foo/-", value: ["abc", "def"] }],
    { foo: ["bar", ["abc", "def"]] },
  ],
  ["the whole document", { foo: 1 }, [{ op: "replace", path: "", value: [1] }], [1]],
  ["copy", { foo: { a: 1 } }, [{ op: "copy", from: "/foo", path: "/bar" }], { foo: { a: 1 }, bar: { a: 1 } }],
];

for (const [name, before, patch, after] of EXAMPLES) {
  test(`RFC 6902: ${name}`, () => assert.deepEqual(applyPatch(frozen(before), patch), after));
}

/** @type {[string, any, any][]} */
const MISFITS = [
  ["a test that fails", { baz: "qux" }, [{ op: "test", path: "/baz", value: "bar" }]],
  ["a missing parent", { foo: "bar" }, [{ op: "add", path: "/baz/bat", value: "qux" }]],
  ["an index out of range", { foo: [1] }, [{ op: "add", path: "/foo/3", value: 2 }]],
  ["a leading zero", { foo: [1, 2] }, [{ op: "replace", path: "/foo/01", value: 2 }]],
  ["something inherited", {}, [{ op: "replace", path: "/toString", value: 2 }]],
  ["an unknown operation", {}, [{ op: "spam", path: "/a" }]],
  ["an object into itself", { a: { b: 1 } }, [{ op: "move", from: "/a", path: "/a/b" }]],
  ["no list", {}, { op: "add" }],
  ["no pointer", {}, [{ op: "add", path: "a", value: 1 }]],
];

for (const [name, before, patch] of MISFITS) {
  test(`refused: ${name}`, () => assert.throws(() => applyPatch(frozen(before), patch), PatchError));
}

test("pointers", () => {
  assert.deepEqual(parsePointer(""), []);
  assert.deepEqual(parsePointer("/a~1b/~0/0"), ["a/b", "~", "0"]);
});
