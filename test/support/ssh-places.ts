import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "./content.ts";
import type { DeployPlace } from "./deploy.ts";
import { startSshServer } from "./ssh-server.ts";

export { hasSshServer } from "./ssh-server.ts";

/** The programs of the server that change or read the folder, in place of which a session finds `FAULTY`. */
const PROGRAMS = ["flock", "readlink", "ln", "mv", "ls", "rm", "cp", "mkdir", "find", "xargs", "sync", "cat"];

const NEVER = 1_000_000_000;

/** Counts the programs of a session, and kills its shell before the one whose number is in the file `kill-at`. */
export const FAULTY = `#!/bin/sh
control=\${0%/*}/..
count=$(( $(/bin/cat $control/count) + 1 )); echo $count > $control/count
[ $count -eq "$(/bin/cat $control/kill-at)" ] && kill -9 $PPID
# Waits for all disks of the machine, and no test cuts its power.
[ "\${0##*/}" = sync ] && exit 0
PATH=/usr/bin:/bin exec "\${0##*/}" "$@"
`;

/** An rsync that, when it receives, runs the script `before` and loses its connection after the bytes in the file `cut-at`. */
const CUT_RSYNC = `#!/bin/sh
control=\${0%/*}/..
case " $* " in *" --sender "*) exec /usr/bin/rsync "$@" ;; esac
. $control/before
cut=$(/bin/cat $control/cut-at)
[ "$cut" -eq ${NEVER} ] && exec /usr/bin/rsync "$@"
dd bs=1 count="$cut" status=none | /usr/bin/rsync "$@"
`;

export interface SshFault {
  /** Kills the shell on the server before its n-th program. */
  readonly killAt?: number;
  /** Cuts the transfer after so many bytes. */
  readonly cutAt?: number;
  /** A shell script that runs before the transfer. */
  readonly beforeTransfer?: string;
}

export interface SshPlaces extends AsyncDisposable {
  readonly knownHosts: string;
  readonly command: string;
  /** A new folder on the server. */
  place(): DeployPlace & { readonly path: string };
  /** Sets the faults of the sessions that follow. */
  fault(fault: SshFault): void;
  /** The programs that ran since the faults were set. */
  programsRun(): number;
  /** A home folder in which this server's key is known by the given line. */
  homeWith(knownHosts: string): string;
}

export async function startDeployServer(): Promise<SshPlaces> {
  const control = emptyFolder();
  mkdirSync(join(control, "bin"));
  for (const name of PROGRAMS) writeFileSync(join(control, "bin", name), FAULTY, { mode: 0o755 });
  writeFileSync(join(control, "bin", "rsync"), CUT_RSYNC, { mode: 0o755 });
  const set = (name: string, value: string): void => writeFileSync(join(control, name), value);
  const fault = ({ killAt = NEVER, cutAt = NEVER, beforeTransfer = "" }: SshFault): void => {
    set("count", "0");
    set("kill-at", String(killAt));
    set("cut-at", String(cutAt));
    set("before", beforeTransfer);
  };
  fault({});
  const server = await startSshServer(emptyFolder(), join(control, "bin"));
  const homeWith = (knownHosts: string): string => {
    const home = emptyFolder();
    mkdirSync(join(home, ".ssh"));
    writeFileSync(join(home, ".ssh", "id_ed25519"), `${server.clientKey}\n`, { mode: 0o600 });
    writeFileSync(join(home, ".ssh", "known_hosts"), `${knownHosts}\n`);
    return home;
  };
  const client = emptyFolder();
  writeFileSync(join(client, "ssh"), `#!/bin/sh\nexec ${server.command} "$@"\n`, { mode: 0o755 });
  const env = { PATH: `${client}:${process.env["PATH"]}`, HOME: homeWith(server.knownHosts) };
  return {
    knownHosts: server.knownHosts,
    command: server.command,
    fault,
    homeWith,
    programsRun: () => Number(readFileSync(join(control, "count"), "utf8")),
    place: () => {
      const path = join(emptyFolder(), "dist");
      return {
        path,
        env,
        target: `ssh://${server.target}${path}`,
        read: (file) => readFile(join(path, file)).catch(() => undefined),
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
