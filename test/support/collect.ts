import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

const gc = runInNewContext("gc") as () => void;

/**
 * Runs the garbage collector, so that a test sees what is truly held. Another thread frees array buffers after a run,
 * late on a busy machine; the next run waits for it.
 */
export function collect(): void {
  gc();
  gc();
}
