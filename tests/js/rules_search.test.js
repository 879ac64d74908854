// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { entriesOf, find, likeness, stems, tooManyWords } from "../../pyramido_site/static/site/js/rules_matching.js";
import { samples } from "./samples.js";

const { indexes, asked } = samples.rules_search;

test("the browser finds what the server finds, in the same order and with the same words", () => {
  assert.ok(asked.length > 30);
  for (const { language, question, only, found } of asked) {
    const here = find(entriesOf(indexes[language]), question, only ?? undefined);
    assert.deepEqual(
      here.map(({ title, paragraph, excerpt }) => [title, paragraph.address, excerpt]),
      found,
      `${language}: ${question}`,
    );
  }
});

test("words match without accents and in other forms", () => {
  assert.deepEqual(stems("L’égalité, dominoes & Œuvres"), ["egalit", "domin", "oeuvr"]);
  assert.equal(likeness("rotat", "rotat"), 1);
  assert.ok(likeness("tak", "taking") > 0 && likeness("colour", "color") > 0);
  assert.equal(likeness("stag", "start"), 0);
});

test("a question with more words than are searched for", () => {
  assert.ok(!tooManyWords("ab ".repeat(20)) && tooManyWords("ab ".repeat(21)));
  assert.ok(tooManyWords("\ufdfa ".repeat(6)), "each is four words");
});
