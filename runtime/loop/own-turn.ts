const due: (() => void)[] = [];

/** Calls back in a later turn of the event loop. However many calls are due, one runs in each turn. */
export function inOwnTurn(run: () => void): void {
  due.push(run);
  if (due.length === 1) setImmediate(runNext);
}

function runNext(): void {
  const run = due.shift();
  if (due.length > 0) setImmediate(runNext);
  run?.();
}
