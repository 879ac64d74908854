// @ts-check
/**
 * JSON Patch (RFC 6902) on plain JSON. The original document is never changed: what a patch touches is copied, the rest
 * is shared, so that an unchanged part of a view stays the same object.
 */

/** A patch does not fit its document. The page then asks for the whole view. */
export class PatchError extends Error {}

/** @param {string} pointer RFC 6901 @returns {string[]} */
export function parsePointer(pointer) {
  if (pointer === "") return [];
  if (typeof pointer !== "string" || pointer[0] !== "/") throw new PatchError(`not a JSON pointer: ${pointer}`);
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** @param {any} node @param {string} key @returns {boolean} */
function has(node, key) {
  if (Array.isArray(node)) return /^(0|[1-9]\d*)$/.test(key) && Number(key) < node.length;
  return node !== null && typeof node === "object" && Object.hasOwn(node, key);
}

/** @param {any} document_ @param {string[]} path */
function get(document_, path) {
  let node = document_;
  for (const key of path) {
    if (!has(node, key)) throw new PatchError(`nothing at /${path.join("/")}`);
    node = node[key];
  }
  return node;
}

/**
 * Return a copy of the document in which `change(copy, last key)` was applied to the parent of `path`.
 * @param {any} node @param {string[]} path @param {(copy: any, key: string) => void} change
 * @returns {any}
 */
function changed(node, path, change) {
  if (node === null || typeof node !== "object") throw new PatchError(`no container at /${path.join("/")}`);
  const copy = Array.isArray(node) ? [...node] : { ...node };
  const [key, ...rest] = path;
  if (rest.length === 0) {
    change(copy, key);
  } else {
    if (!has(node, key)) throw new PatchError(`nothing at /${path.join("/")}`);
    copy[key] = changed(node[key], rest, change);
  }
  return copy;
}

/** @param {any} document_ @param {string[]} path @param {any} value */
function add(document_, path, value) {
  if (path.length === 0) return value;
  return changed(document_, path, (parent, key) => {
    if (!Array.isArray(parent)) parent[key] = value;
    else if (key === "-") parent.push(value);
    else if (key === String(parent.length) || has(parent, key)) parent.splice(Number(key), 0, value);
    else throw new PatchError(`no index ${key} in an array of ${parent.length}`);
  });
}

/** @param {any} document_ @param {string[]} path */
function remove(document_, path) {
  if (path.length === 0) return null;
  return changed(document_, path, (parent, key) => {
    if (!has(parent, key)) throw new PatchError(`nothing at /${path.join("/")}`);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  });
}

/** @param {any} document_ @param {string[]} path @param {any} value */
function replace(document_, path, value) {
  if (path.length === 0) return value;
  return changed(document_, path, (parent, key) => {
    if (!has(parent, key)) throw new PatchError(`nothing at /${path.join("/")}`);
    parent[key] = value;
  });
}

/** @param {any} a @param {any} b @returns {boolean} */
function same(a, b) {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/**
 * @param {any} document_
 * @param {{op: string, path: string, from?: string, value?: any}[]} operations
 * @returns {any} the new document
 * @throws {PatchError} if an operation does not fit; the old document is unchanged
 */
export function applyPatch(document_, operations) {
  if (!Array.isArray(operations)) throw new PatchError("a patch is a list of operations");
  let result = document_;
  for (const operation of operations) {
    const path = parsePointer(operation.path);
    switch (operation.op) {
      case "add":
        result = add(result, path, operation.value);
        break;
      case "remove":
        result = remove(result, path);
        break;
      case "replace":
        result = replace(result, path, operation.value);
        break;
      case "move": {
        const from = parsePointer(operation.from ?? "");
        if (path.length > from.length && from.every((key, at) => key === path[at])) {
          throw new PatchError(`cannot move ${operation.from} into itself`);
        }
        const value = get(result, from);
        result = add(remove(result, from), path, value);
        break;
      }
      case "copy":
        result = add(result, path, get(result, parsePointer(operation.from ?? "")));
        break;
      case "test":
        if (!same(get(result, path), operation.value)) throw new PatchError(`test failed at ${operation.path}`);
        break;
      default:
        throw new PatchError(`unknown operation ${operation.op}`);
    }
  }
  return result;
}
