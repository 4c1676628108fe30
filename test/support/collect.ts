import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Runs the garbage collector, so that a test sees what is truly held. */
export const collect = runInNewContext("gc") as () => void;
