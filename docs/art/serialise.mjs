// Turns the board's drawings (games/static/games/board/art) into SVG text, for pictures that are plain files.

/** @param {any} node a node made by the board's `h`, or text @returns {string} */
export function text(node) {
  if (typeof node === "string") return node.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const attributes = Object.entries(node.props)
    .filter(([name, value]) => value !== null && value !== undefined && value !== false && !["key", "ref", "class"].includes(name))
    .map(([name, value]) => ` ${name}="${String(value).replace(/"/g, "&quot;")}"`)
    .join("");
  const inside = node.children.map(text).join("");
  return inside ? `<${node.tag}${attributes}>${inside}</${node.tag}>` : `<${node.tag}${attributes}/>`;
}
