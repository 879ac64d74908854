// @ts-check
/** The keys of both Pyramido boards: R turns the piece in hand to the right, Shift+R to the left. */

/**
 * Handle a key; return whether it did anything.
 * @param {string} key in lower case @param {boolean} shift
 * @param {(quarters: number) => boolean} turnInHand turns the piece in hand; returns whether there is one
 */
export function press(key, shift, turnInHand) {
  return key === "r" && turnInHand(shift ? -1 : 1);
}
