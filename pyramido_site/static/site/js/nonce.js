// @ts-check
/**
 * A nonce is this browser's own contribution to the shuffle: 32 random bytes as 64 hex digits, made
 * after the server has fixed its secret, so that neither side can choose the cards alone.
 */

/** @returns {string} 64 hex digits */
export function makeNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Gives every form in `root` that has a hidden field `nonce` a fresh one.
 * @param {ParentNode} root
 */
export function fillNonces(root) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    root.querySelectorAll("input[type=hidden][name=nonce]")
  )) {
    if (!field.value) field.value = makeNonce();
  }
}
