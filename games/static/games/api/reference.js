// @ts-check
/** The API reference: Swagger UI on the site's own document. Requests tried out there use the session. */

const root = /** @type {HTMLElement} */ (document.getElementById("reference"));
const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]*)/)?.[1] ?? "";

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
});
