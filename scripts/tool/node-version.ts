/** The oldest release of Node that has all that the tool uses, as `engines` in package.json says. */
export const OLDEST_NODE = "22.18";

/** Says that a release of Node is too old; undefined if it is not. npm only warns of it, and commands would fail midway. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? undefined
    : `this tool needs Node ${OLDEST_NODE} or later, and this is ${version}: install a newer one, https://nodejs.org/`;
}
