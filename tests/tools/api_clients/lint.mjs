// Lint an OpenAPI document with Redocly's recommended rules: prints what is wrong with it, and how many errors that is.
import { createConfig, lint } from "@redocly/openapi-core";

const config = await createConfig({ extends: ["recommended"] });
const found = await lint({ ref: process.argv[2], config });
for (const one of found) {
  console.log(`${one.severity} ${one.ruleId}: ${one.message} (${one.location[0]?.pointer ?? ""})`);
}
process.exit(found.some((one) => one.severity === "error") ? 1 : 0);
