// Turn the board's drawings (games/static/games/board/art) into SVG files.

/** A colour of both themes is the one of the light theme in a file. @param {string} value */
const inLight = (value) => value.replace(/^light-dark\((#\w+), #\w+\)$/, "$1");

/** @param {any} node a node made by the board's `h`, or text @returns {string} */
export function text(node) {
  if (typeof node === "string") return node.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const attributes = Object.entries(node.props)
    .filter(
      ([name, value]) =>
        value !== null && value !== undefined && value !== false && !["key", "ref", "focus", "class"].includes(name),
    )
    .map(([name, value]) => ` ${name}="${inLight(String(value)).replace(/"/g, "&quot;")}"`)
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
