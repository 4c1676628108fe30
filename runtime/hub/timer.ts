/** Calls back later; the answer cancels it. Virtual in simulations. */
export type Timer = (run: () => void, afterMs: number) => () => void;
