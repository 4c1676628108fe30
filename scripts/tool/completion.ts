/** `verified-reviews completion SHELL`: prints a script that completes the tool's commands. */
import { parseArgs } from "node:util";
import { runCommand } from "../../build/run-command.ts";

const USAGE = `usage: verified-reviews completion bash|zsh|fish

Prints a script that completes the commands, and files after them:

  bash  eval "$(verified-reviews completion bash)" in ~/.bashrc
  zsh   eval "$(verified-reviews completion zsh)" in ~/.zshrc, after compinit
  fish  verified-reviews completion fish > ~/.config/fish/completions/verified-reviews.fish

exit: 0 done, 2 usage
`;

/** The summaries of the tool's commands, by name. */
type Summaries = readonly (readonly [name: string, summary: string])[];

export const complete = (summaries: Summaries): Promise<void> =>
  runCommand((args) => print(args, summaries), USAGE);

function print(args: readonly string[], summaries: Summaries): number {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [shell = "", ...more] = positionals;
  const script = more.length === 0 && isShell(shell) ? SCRIPTS[shell](summaries) : undefined;
  if (script === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  process.stdout.write(script);
  return 0;
}

const isShell = (name: string): name is keyof typeof SCRIPTS => Object.hasOwn(SCRIPTS, name);

const SCRIPTS = {
  bash: (summaries: Summaries) => `_verified_reviews() {
  [ "$COMP_CWORD" -eq 1 ] && mapfile -t COMPREPLY < <(compgen -W '${summaries.map(([name]) => name).join(" ")}' -- "\${COMP_WORDS[1]}")
}
complete -o default -F _verified_reviews verified-reviews
`,
  zsh: (summaries: Summaries) => `_verified_reviews() {
  local -a commands=(${summaries.map(([name, summary]) => `'${name}:${summary.replaceAll("'", "'\\''")}'`).join(" ")})
  if (( CURRENT == 2 )); then _describe command commands; else _files; fi
}
compdef _verified_reviews verified-reviews
`,
  fish: (summaries: Summaries) =>
    summaries
      .map(
        ([name, summary]) =>
          `complete -c verified-reviews -n __fish_use_subcommand -a ${name} -d "${summary}"\n`,
      )
      .join(""),
} as const;
