// Turn the board's drawings (games/static/games/board/art) into SVG files.

/** The board's style for these classes, as attributes: a picture in a file has no style sheet. */
const LOOK = {
  "bevel-light": { fill: "none", "stroke-width": 3.6, "stroke-opacity": 0.85, "stroke-linecap": "round" },
  "bevel-dark": { fill: "none", "stroke-width": 3.6, "stroke-opacity": 0.62, "stroke-linecap": "round" },
  "carved-lines": { fill: "none", "stroke-width": 1.4, "stroke-opacity": 0.4 },
};

/** @param {any} node a node made by the board's `h`, or text @returns {string} */
export function text(node) {
  if (typeof node === "string") return node.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const attributes = Object.entries({ ...LOOK[node.props.class], ...node.props })
    .filter(
      ([name, value]) =>
        value !== null && value !== undefined && value !== false && !["key", "ref", "focus", "class"].includes(name),
    )
    .map(([name, value]) => ` ${name}="${String(value).replace(/"/g, "&quot;")}"`)
    .join("");
  const inside = node.children.map(text).join("");
  return inside ? `<${node.tag}${attributes}>${inside}</${node.tag}>` : `<${node.tag}${attributes}/>`;
}

/**
 * Return the definitions (children of `<defs>`) that a drawing refers to, directly or through others.
 * @param {string} drawing @param {any[]} known
 */
function needed(drawing, known) {
  const all = new Map(known.map((node) => [node.props.id, text(node)]));
  const found = new Map();
  const look = (/** @type {string} */ source) => {
    for (const [, id] of source.matchAll(/(?:url\(#|href="#)([\w-]+)/g)) {
      if (!found.has(id) && all.has(id)) {
        found.set(id, all.get(id));
        look(all.get(id));
      }
    }
  };
  look(drawing);
  return [...found.values()].join("");
}

/**
 * Return the text of an SVG file.
 * @param {any[]} known definitions that may be used @param {number[]} box left, top, width, height
 * @param {any[]} parts nodes, in nested lists @returns {string}
 */
export function picture(known, box, parts) {
  const drawing = parts.flat(9).filter(Boolean).map(text).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}"><defs>${needed(drawing, known)}</defs>\n${drawing}\n</svg>\n`;
}
