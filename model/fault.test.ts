import { expect, test } from "vitest";
import { explainFault, Fault, faultAt, isBrokenPipe } from "./fault.ts";

const systemError = (code: unknown, more: object = {}): Error =>
  Object.assign(new Error("failed"), { code, syscall: "open", ...more });
const internal = (message: string): string =>
  `internal fault: ${message}; run the command again with --debug and report what it prints`;

test.for([
  [new Fault("the disk is gone"), "the disk is gone"],
  [systemError("ENOSPC"), "the disk is full; free space, then run the command again"],
  [systemError("EDQUOT"), "the disk quota is used up; free space, then run the command again"],
  [
    systemError("EACCES", { path: "/a" }),
    "/a: permission denied; make it writable for this user, or name another folder",
  ],
  [systemError("EPERM"), "permission denied; make it writable for this user, or name another folder"],
  [systemError("EROFS"), "the file system is read-only; name another folder"],
  [systemError("ENOTDIR"), "a part of the path is a file, not a folder; name another folder"],
  [
    systemError("ENOENT"),
    "a file or folder disappeared while the command ran; run it again when nothing else changes them",
  ],
  [systemError("EMFILE"), "too many open files; raise the limit (ulimit -n), then run the command again"],
  [systemError("EISDIR", { path: "/a" }), "/a: is a folder; name a file"],
  [systemError("EEXIST", { path: "/a" }), "/a: exists already; move it away, or name another"],
  [
    systemError("EADDRINUSE", { port: 3000 }),
    "port 3000: the port is in use; stop the process that listens on it, or choose another port",
  ],
  [systemError("ECONNREFUSED"), "nothing listens there; start it, or name another address"],
  [systemError("EIO"), "the disk reported an error; check it before you run the command again"],
  [systemError("EODD", { path: "/b" }), "/b: failed with EODD"],
  [systemError(5), internal("failed")],
  [
    systemError("EIO", { syscall: undefined }),
    "the disk reported an error; check it before you run the command again",
  ],
  [Object.assign(new Error("of a library"), { code: "EIO" }), internal("of a library")],
  [
    new AggregateError([systemError("ECONNREFUSED", { port: 9 }), systemError("EIO")]),
    "port 9: nothing listens there; start it, or name another address",
  ],
  [new AggregateError([], "none"), internal("none")],
  [new Error("a bug"), internal("a bug")],
  ["a string", internal("a string")],
  [{ code: "EIO", syscall: "open" }, internal("[object Object]")],
] as const)("%o", ([error, explanation]) => {
  expect(explainFault(error)).toBe(explanation);
});

test("a fault has a name of its own", () => {
  expect(new Fault("x").name).toBe("Fault");
});

test("only EPIPE is a broken pipe", () => {
  expect(isBrokenPipe(systemError("EPIPE"))).toBe(true);
  expect(isBrokenPipe(systemError("EIO"))).toBe(false);
  expect(isBrokenPipe(new Error("EPIPE"))).toBe(false);
});

test.for([
  [systemError("ENOSPC"), "dist: the disk is full; free space, then run the command again"],
  [Object.assign(new Error("not a database"), { code: "ERR_SQLITE_ERROR" }), "dist: not a database"],
  [Object.assign(new Error("no such role"), { severity: "FATAL" }), "dist: no such role"],
] as const)("%o gets the place that it lacks, and remains the cause", ([error, message]) => {
  expect(faultAt("dist", error)).toEqual(new Fault(message, { cause: error }));
});

test.for([
  systemError("EACCES", { path: "/a" }),
  systemError("EADDRINUSE", { port: 1 }),
  new Error("a bug"),
  "text",
])("%o stays as it is", (error) => {
  expect(faultAt("dist", error)).toBe(error);
});
