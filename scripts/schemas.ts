import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { editorSchemas } from "../model/content.ts";

/** `npm run schemas`: writes the schemas that editors use, from those that the build checks with. */
const folder = join(import.meta.dirname, "..", "model", "schemas", "json");
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(editorSchemas())) writeFileSync(join(folder, name), text);
