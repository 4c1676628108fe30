// `npm run build` and `npm run sidecar` load this first. It is JavaScript because Node needs 18 MB and 30 to 50 ms for a
// parser of types as soon as it reads one file with types that is not in its cache. Nothing is kept where it cannot be.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "..", ".cache", "code"));
