// @ts-check
/** Whether two actions mean the same: fields may be left out where they are empty, and lists have no order. Pure. */

/** @param {any} value @returns {string} */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).sort().join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, one]) => !empty(one));
  return `{${fields
    .map(([name, one]) => `${name}:${written(one)}`)
    .sort()
    .join()}}`;
}

/** @param {any} value */
const empty = (value) =>
  !value ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && Object.keys(value).length === 0);

/**
 * @param {any} one an action, or null @param {any} other @param {string[]} [free] fields that do not matter
 * @returns {boolean}
 */
export function alike(one, other, free = []) {
  const without = Object.fromEntries(free.map((name) => [name, null]));
  return one !== null && other !== null && written({ ...one, ...without }) === written({ ...other, ...without });
}
