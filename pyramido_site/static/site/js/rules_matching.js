// @ts-check
/**
 * The search “May I …?” in the pages of rules: the same as games/presenters/rules_pages/search.py, which explains it.
 *
 * @typedef {{game: string, key: string, address: string, section: string, title: string, text: string}} Paragraph
 * @typedef {{paragraphs: Paragraph[], questions: [string, number][]}} Index
 * @typedef {{title: string, paragraph: Paragraph, titleWords: Set<string>, words: Set<string>}} Entry
 * @typedef {{title: string, paragraph: Paragraph, excerpt: string}} Result
 */

const LONGEST = 120;
const WORDS = 20;
const MOST = 8;
const LEAST = 0.4;
const OF_BEST = 0.6;
const UNKNOWN = 0.5;
const UNFINISHED = 0.5;
const INFLECTED = 0.9;
const OWN_TITLE = 1.2;
const MOST_LESS = 0.4;
const LONG = 300;
const EXCERPT = 160;

/** Return the stems of a text's words. @param {string} text */
export function stems(text) {
  const plain = text.toLowerCase().replaceAll("œ", "oe").replaceAll("æ", "ae").normalize("NFKD").replace(/\p{M}/gu, "");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1).map(stem);
}

/** @param {string} word */
const stem = (word) => word.slice(0, 3) + word.slice(3).replace(/[aeiouy]*[sx]?$/, "");

/** Return how well two stems match, from 0 to 1. @param {string} asked @param {string} word */
export function likeness(asked, word) {
  if (asked === word) return 1;
  const shorter = Math.min(asked.length, word.length);
  const longer = Math.max(asked.length, word.length);
  let same = 0;
  while (same < shorter && asked[same] === word[same]) same += 1;
  const whole = same === shorter && shorter >= 3 && longer - same <= 4;
  const most = same >= 4 && longer - same <= 3;
  return whole || most ? INFLECTED : 0;
}

/** Return what can be found. @param {Index} index @returns {Entry[]} */
export function entriesOf({ paragraphs, questions }) {
  const games = [...new Set(paragraphs.map(({ key }) => key))];
  return games.flatMap((game) => [
    ...questions.filter(([, at]) => paragraphs[at].key === game).map(([title, at]) => entry(title, paragraphs[at], "")),
    ...paragraphs.filter(({ key }) => key === game).map((one) => entry(one.title, one, one.text)),
  ]);
}

/** @param {string} title @param {Paragraph} paragraph @param {string} text @returns {Entry} */
const entry = (title, paragraph, text) => ({
  title,
  paragraph,
  titleWords: new Set(stems(title)),
  words: new Set(stems(text)),
});

/** Return the stems of a question's words, also those that are not searched for. @param {string} question */
const wordsOf = (question) => stems([...question].slice(0, LONGEST).join(""));

/** Whether a question has more words than are searched for. @param {string} question */
export const tooManyWords = (question) => wordsOf(question).length > WORDS;

/**
 * Return what answers a question, the best first.
 * @param {Entry[]} all @param {string} question @param {string} [only] the key of the game, for one game
 * @returns {Result[]}
 */
export function find(all, question, only) {
  const entries = all.filter(({ paragraph }) => only === undefined || paragraph.key === only);
  const words = wordsOf(question);
  const asked = words.slice(0, WORDS);
  const unfinished = /[\p{L}\p{N}]$/u.test(question);
  const matches = asked.map((word, at) => matchesOf(word, entries, unfinished && at === words.length - 1));
  const weights = matches.map((match) => weightOf(match));
  const scores = entries.map((_, at) => sum(weights.map((weight, word) => weight * matches[word][at])));
  const least = Math.max(LEAST * sum(weights), OF_BEST * Math.max(0, ...scores));
  /** @type {Map<string, {score: number, entry: Entry}>} */
  const found = new Map();
  entries.forEach((one, at) => {
    const { address } = one.paragraph;
    const score = scores[at];
    if (score > 0 && score >= least && score > (found.get(address)?.score ?? 0))
      found.set(address, { score, entry: one });
  });
  return [...found.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ entry: { title, paragraph } }) => ({ title, paragraph, excerpt: excerpt(paragraph.text, asked) }));
}

/** @param {string} asked @param {Entry[]} entries @param {boolean} unfinished */
function matchesOf(asked, entries, unfinished) {
  /** @type {Map<string, number>} */
  const known = new Map();
  const like = (/** @type {string} */ word) => {
    const alike =
      known.get(word) ?? Math.max(likeness(asked, word), unfinished && word.startsWith(asked) ? UNFINISHED : 0);
    known.set(word, alike);
    return alike;
  };
  const best = (/** @type {Set<string>} */ words) => Math.max(0, ...[...words].map(like));
  return entries.map(({ titleWords, words }) =>
    Math.max(OWN_TITLE * best(titleWords), (1 - Math.min(MOST_LESS, words.size / LONG)) * best(words)),
  );
}

/** @param {number[]} matches */
function weightOf(matches) {
  const times = matches.filter((match) => match > 0).length;
  return times > 0 ? Math.log(1 + matches.length / times) ** 2 : UNKNOWN * Math.log(1 + matches.length) ** 2;
}

/** @param {string} text @param {string[]} asked */
function excerpt(text, asked) {
  const sentences = text.split(/(?<=[.!?]) /);
  const fits = sentences.map((said) => {
    const words = stems(said);
    return sum(asked.map((one) => Math.max(0, ...words.map((word) => likeness(one, word)))));
  });
  const at = fits.indexOf(Math.max(...fits));
  let shown = sentences[at];
  for (const said of sentences.slice(at + 1)) {
    if (shown.length + said.length > EXCERPT) break;
    shown += ` ${said}`;
  }
  return shown;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
