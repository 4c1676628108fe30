export interface Turns {
  readonly longestCpuMs: number;
  readonly longestMs: number;
}

/**
 * Measures the longest turn of this thread's event loop in CPU time, which other programs on the machine do not
 * disturb, and in wall time.
 */
export function measureTurns(): () => Turns {
  let longestCpuMs = 0;
  let longestMs = 0;
  let cpu = cpuMs();
  let at = performance.now();
  let next = setImmediate(turn);
  function turn(): void {
    const [cpuNow, now] = [cpuMs(), performance.now()];
    longestCpuMs = Math.max(longestCpuMs, cpuNow - cpu);
    longestMs = Math.max(longestMs, now - at);
    [cpu, at] = [cpuNow, now];
    next = setImmediate(turn);
  }
  return () => {
    clearImmediate(next);
    return { longestCpuMs, longestMs };
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
