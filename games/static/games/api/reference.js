// @ts-check
/** The API reference: Swagger UI on the site's own document. Requests tried out there use the session. */

const root = /** @type {HTMLElement} */ (document.getElementById("reference"));
const { classList, dataset } = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const lit = () => classList.toggle("dark-mode", dataset.theme ? dataset.theme === "dark" : dark.matches); // Swagger UI's
lit();
dark.addEventListener("change", lit);
const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]*)/)?.[1] ?? "";

/**
 * Swagger UI without what the page has itself: a main part, a title, the address.
 * @param {{React: any, getComponent: (name: string, connected?: boolean) => any}} system
 */
function reference({ React: { createElement }, getComponent }) {
  const parts = [getComponent("SvgAssets"), getComponent("errors", true), getComponent("AuthorizeBtnContainer", true)];
  const below = [getComponent("operations", true), getComponent("Models", true)];
  const shown = [...parts, ...below].map((part, key) => createElement(part, { key }));
  return { components: { Reference: () => createElement("div", { className: "swagger-ui" }, shown) } };
}

/** @type {any} */ (window).SwaggerUIBundle({
  url: root.dataset.document,
  domNode: root,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  requestInterceptor: (/** @type {{headers: Record<string, string>}} */ request) => {
    request.headers["X-CSRFToken"] = token;
    return request;
  },
  plugins: [reference],
  layout: "Reference",
});
