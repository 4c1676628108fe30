import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Stripping types and compiling take longer than finding out that nothing changed. Nothing is kept where it cannot be.
enableCompileCache(join(import.meta.dirname, "..", ".cache", "code"));
const { runCommand } = await import("./run-command.ts");
const { buildCommand } = await import("./command.ts");

await runCommand((args) => buildCommand(args, process.env, () => new Date()));
