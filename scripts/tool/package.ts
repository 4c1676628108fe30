import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Fault } from "../../model/fault.ts";
import { VERSION } from "../../model/version.ts";

const isSource = import.meta.filename.endsWith(".ts");

/** The folder of package.json: one folder up in the repository, two in the package, whose code is below lib/. */
export const PACKAGE_FOLDER = isSource
  ? join(import.meta.dirname, "..", "..")
  : join(import.meta.dirname, "..", "..", "..");

const NAME = "verified-reviews";

/**
 * The dependency for a package.json in `folder` that installs the tool from where this one came: a file, a git
 * repository, a URL, or the registry. npm records that next to the installed packages.
 */
export function dependencyOf(folder: string, installed = PACKAGE_FOLDER): string {
  const modules = dirname(installed);
  if (basename(modules) !== "node_modules") return fileFrom(folder, installed);
  const resolved = resolvedBy(modules);
  if (resolved?.startsWith("file:"))
    return fileFrom(folder, resolve(dirname(modules), resolved.slice("file:".length)));
  return resolved === undefined || resolved.endsWith(`/${NAME}/-/${NAME}-${VERSION}.tgz`)
    ? `^${VERSION}`
    : resolved;
}

/**
 * The dependency of a new folder. Sources cannot be a dependency, because Node strips no types there: they are packed
 * into the folder.
 */
export function dependencyFor(folder: string): string {
  if (!isSource) return dependencyOf(folder);
  const { status, stderr } = spawnSync("npm", ["pack", "--silent", "--pack-destination", resolve(folder)], {
    cwd: PACKAGE_FOLDER,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Fault(`the tool was not packed by npm pack: ${stderr}`);
  return `file:${NAME}-${VERSION}.tgz`;
}

/** A path, since npm resolves it; with slashes, also on Windows. */
const fileFrom = (folder: string, path: string): string =>
  `file:${relative(folder, path).replaceAll("\\", "/")}`;

function resolvedBy(modules: string): string | undefined {
  try {
    const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
      packages?: Record<string, { resolved?: string; link?: boolean }>;
    };
    return lock.packages?.[`node_modules/${NAME}`]?.resolved;
  } catch {
    return undefined;
  }
}
