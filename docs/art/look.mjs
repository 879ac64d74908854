// Set the colours and lines of a style sheet as attributes of a drawing: a picture in a file has no style sheet.
import { readFileSync } from "node:fs";

const STATIC = new URL("../../", import.meta.url);
/** CSS properties that are also SVG attributes; all others matter to pages only. */
const PAINT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "fill-opacity",
  "stroke-opacity",
  "color",
];
/** Attributes that only a page needs. */
const PAGE_ONLY = /^(on|aria-|data-)|^(class|focus|key|ref|role|tabindex|title)$/;

/** @param {string} path of a style sheet, from the root of the repository */
const read = (path) => readFileSync(new URL(path, STATIC), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

const tokens = Object.fromEntries(
  [...read("pyramido_site/static/site/tokens.css").matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
    name,
    value.replace(/\s+/g, " "),
  ]),
);

/**
 * Return the attributes that a declaration stands for.
 * @param {string} property @param {string} value @returns {[string, string][]}
 */
function attributes(property, value) {
  const known = value.replace(/var\((--[\w-]+)\)/g, (_, name) => tokens[name]);
  if (property !== "font") return PAINT.includes(property) ? [[property, known]] : [];
  const [, weight, size, family] = known.match(/^(?:italic )?(?:(\d+) )?([\d.]+px)\S* (.*)$/) ?? [];
  return family
    ? [
        ["font-weight", weight ?? "400"],
        ["font-size", size],
        ["font-family", family.replace(/"/g, "'")],
      ]
    : [];
}

/** Return the rules outside media queries, the weakest first. @param {string[]} paths of style sheets */
function rulesOf(paths) {
  const plain = paths
    .map(read)
    .join("")
    .replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .flatMap(([, selectors, body]) => {
      const painted = Object.fromEntries(
        [...body.matchAll(/([\w-]+):\s*([^;]+)/g)].flatMap(([, property, value]) => attributes(property, value.trim())),
      );
      return Object.keys(painted).length > 0 && !/[:>+~[]/.test(selectors)
        ? selectors.split(",").map((selector) => ({
            steps: selector
              .trim()
              .split(/\s+/)
              .map((step) => step.split(/(?=\.)/)),
            painted,
          }))
        : [];
    })
    .map((rule, at) => ({
      ...rule,
      weight: 1000 * rule.steps.flat().filter((part) => part.startsWith(".")).length + at,
    }))
    .sort((a, b) => a.weight - b.weight);
}

/** @param {any} node @param {string[]} step like `["rect", ".lit"]` */
const is = (node, step) =>
  step.every((part) =>
    part.startsWith(".") ? ` ${node.props.class ?? ""} `.includes(` ${part.slice(1)} `) : part === node.tag,
  );

/**
 * Whether a descendant selector matches a node.
 * @param {any[]} line the node and its ancestors, outermost first @param {string[][]} steps
 */
function fits(line, steps) {
  let left = steps.length - 1;
  if (!is(line[line.length - 1], steps[left])) return false;
  for (let at = line.length - 2; at >= 0 && left > 0; at -= 1) if (is(line[at], steps[left - 1])) left -= 1;
  return left === 0;
}

/**
 * Return a function that sets what these style sheets say as attributes of a drawing made by the board's `h`.
 * @param {...string} paths of style sheets, from the root of the repository
 * @returns {(node: any) => any}
 */
export function looks(...paths) {
  const rules = rulesOf(paths);
  const dressed = (/** @type {any} */ node, /** @type {any[]} */ around) => {
    if (typeof node === "string") return node;
    const line = [...around, node];
    const painted = Object.assign({}, ...rules.filter(({ steps }) => fits(line, steps)).map((rule) => rule.painted));
    const own = Object.fromEntries(Object.entries(node.props).filter(([name]) => !PAGE_ONLY.test(name)));
    return {
      ...node,
      props: { ...own, ...painted },
      children: node.children.map((/** @type {any} */ child) => dressed(child, line)),
    };
  };
  return (node) => dressed(node, []);
}
