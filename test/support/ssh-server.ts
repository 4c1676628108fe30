import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const SSHD = "/usr/sbin/sshd";
/** OpenSSH requires this folder when it runs as root. */
const PRIVILEGE_SEPARATION = "/run/sshd";

export const hasSshServer = existsSync(SSHD) && ["rsync", "flock"].every((name) => isInstalled(name));

/** One handshake for all programs of a home folder: a deploy starts five, each a session of its own all the same. */
const SHARED_CONNECTION = `-o ControlMaster=auto -o ControlPath="$HOME/.ssh/shared" -o ControlPersist=10`;

export interface SshServer extends AsyncDisposable {
  /** user@host */
  readonly target: string;
  readonly clientKey: string;
  /** The server's line in known_hosts. */
  readonly knownHosts: string;
  /** A shell command that replaces `ssh`: this server's port, and the key and hosts file below $HOME. */
  readonly command: string;
}

/** Starts OpenSSH on loopback with keys of its own. Its sessions find their programs in `path` first. */
export async function startSshServer(folder: string, path: string): Promise<SshServer> {
  if (process.getuid?.() === 0) mkdirSync(PRIVILEGE_SEPARATION, { recursive: true, mode: 0o755 });
  const port = await freePort();
  for (const name of ["host_key", "client_key"])
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
  const settings = {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: join(folder, "host_key"),
    AuthorizedKeysFile: join(folder, "client_key.pub"),
    // A home of its own: bash reads ~/.bashrc in sessions over ssh.
    SetEnv: `PATH=${path}:/usr/bin:/bin HOME=${folder}`,
    PidFile: "none",
    StrictModes: "no",
    PasswordAuthentication: "no",
  };
  const config = join(folder, "sshd_config");
  writeFileSync(
    config,
    Object.entries(settings)
      .map((setting) => `${setting.join(" ")}\n`)
      .join(""),
  );
  const server = spawn(SSHD, ["-D", "-E", join(folder, "log"), "-f", config], { stdio: "ignore" });
  while (!(await accepts(port)))
    if (server.exitCode !== null) throw new Error(`sshd ended: see ${folder}/log`);
  const [type, key] = readFileSync(join(folder, "host_key.pub"), "utf8").split(" ");
  return {
    target: `${userInfo().username}@127.0.0.1`,
    clientKey: readFileSync(join(folder, "client_key"), "utf8").trimEnd(),
    knownHosts: `[127.0.0.1]:${port} ${type} ${key}`,
    command: `/usr/bin/ssh -F none -p ${port} -o BatchMode=yes -o IdentityFile="$HOME/.ssh/id_ed25519" -o UserKnownHostsFile="$HOME/.ssh/known_hosts" ${SHARED_CONNECTION}`,
    async [Symbol.asyncDispose]() {
      server.kill();
      await once(server, "exit");
    },
  };
}

function isInstalled(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
