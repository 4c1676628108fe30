/** `npm run rollback`: makes the release before the live one live again. Described in docs/deployment.md. */
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { openTarget, TARGET_EXAMPLES } from "./deploy/targets.ts";

const USAGE = `usage: npm run rollback -- [TARGET]

Makes the release before the live one live again on TARGET, or on DEPLOY_TARGET of the environment. TARGET is

${TARGET_EXAMPLES.map((example) => `  ${example}\n`).join("")}
Run it again to go back further: a target keeps at least two older releases.

exit: 0 done, 1 no older release is kept, 2 usage, 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const target = openTarget(positionals, process.env);
  if (!target.ok) {
    process.stderr.write(`${target.error}\n\n${USAGE}`);
    return 2;
  }
  const { name } = target.value;
  const release = await target.value.rollback();
  if (release === undefined) {
    process.stderr.write(
      `${name}: keeps no release before the live one; build the older content, and deploy that\n`,
    );
    return 1;
  }
  process.stdout.write(`${name}: release ${release} is live again\n`);
  return 0;
}
