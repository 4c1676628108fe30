import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Stripping types and compiling take a third of a start. Nothing is kept where it cannot be, as in a container.
enableCompileCache(join(import.meta.dirname, "..", ".cache", "code"));
const { sidecarCommand } = await import("./command.ts");

await sidecarCommand(process.argv.slice(2), process.env, () => Date.now());
