import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Stripping types and compiling take longer than finding out that nothing changed. Nothing is kept where it cannot be.
const code = join(import.meta.dirname, "..", ".cache", "code");
enableCompileCache(code);
// Threads learn of it by the environment only.
process.env["NODE_COMPILE_CACHE"] ??= code;
const { runCommand } = await import("./run-command.ts");
const { buildCommand } = await import("./command.ts");

await runCommand((args) => buildCommand(args, process.env, () => new Date()));
