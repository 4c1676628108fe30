import { Fault } from "../../model/fault.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { FolderTarget } from "./folder-target.ts";
import { SshTarget } from "./ssh-target.ts";
import { GitTarget } from "./git-target.ts";
import { S3Target } from "./s3-target.ts";
import type { DeployTarget } from "./target.ts";

interface TargetKind {
  readonly example: string;
  readonly open: (url: URL, env: NodeJS.ProcessEnv) => DeployTarget;
}

const openGit = (url: URL): DeployTarget => new GitTarget(url);

/** The kinds of targets, by the protocol of their URL. */
const TARGETS: Readonly<Record<string, TargetKind>> = {
  "file:": { example: "file:///srv/reviews/dist", open: (url) => new FolderTarget(url) },
  "ssh:": { example: "ssh://user@host/srv/reviews/dist", open: (url) => new SshTarget(url) },
  "s3:": { example: "s3://bucket/prefix", open: (url, env) => new S3Target(url, env) },
  "git+ssh:": { example: "git+ssh://git@host/repository.git#branch", open: openGit },
  "git+https:": { example: "git+https://host/repository.git#branch", open: openGit },
  "git+file:": { example: "git+file:///srv/repository.git#branch", open: openGit },
};

export const TARGET_EXAMPLES: readonly string[] = Object.values(TARGETS).map(({ example }) => example);

/** Opens the target of a command line, or else of DEPLOY_TARGET. The error is a message for the user. */
export function openTarget(
  positionals: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<DeployTarget, string> {
  const [raw = env["DEPLOY_TARGET"] ?? "", ...more] = positionals;
  const url = URL.parse(raw);
  const kind = url === null ? undefined : TARGETS[url.protocol];
  if (url === null || kind === undefined || more.length > 0)
    return err(`name one TARGET, here or in DEPLOY_TARGET, such as ${TARGET_EXAMPLES.join(" or ")}`);
  try {
    return ok(kind.open(url, env));
  } catch (error) {
    if (error instanceof Fault) return err(error.message);
    throw error;
  }
}
