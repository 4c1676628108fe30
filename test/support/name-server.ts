import { createSocket } from "node:dgram";

export interface NameServer {
  /** `address:port`. */
  readonly address: string;
  /** The number of questions so far. */
  readonly questions: () => number;
  readonly stop: () => Promise<void>;
}

/** The answer to a name: IPv4 addresses (none: the name exists without any), a code, or nothing. */
export type NameAnswer = readonly string[] | "nxdomain" | "servfail" | "silence";

const CODES = { servfail: 2, nxdomain: 3 } as const;
const TYPE_A = 1;

/** Starts a UDP name server on loopback (RFC 1035). It answers after `delayMs`. */
export async function startNameServer(
  answerOf: (name: string) => NameAnswer,
  { delayMs = 0, ttlSeconds = 60 }: { readonly delayMs?: number; readonly ttlSeconds?: number } = {},
): Promise<NameServer> {
  let questions = 0;
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    questions += 1;
    const { name, type, end } = readQuestion(question);
    const answer = answerOf(name);
    if (answer === "silence") return;
    const addresses = typeof answer === "string" || type !== TYPE_A ? [] : answer;
    const code = typeof answer === "string" ? CODES[answer] : 0;
    const response = Buffer.concat([
      header(question, code, addresses.length),
      question.subarray(12, end),
      ...addresses.map((one) => record(one, ttlSeconds)),
    ]);
    setTimeout(() => socket.send(response, port, address, () => {}), delayMs);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => questions,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function header(question: Buffer, code: number, answers: number): Buffer {
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  // A response by a server that recurses.
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers, 6);
  return head;
}

/** An A record for the name of the question. */
function record(address: string, ttlSeconds: number): Buffer {
  const bytes = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
  bytes.writeUInt32BE(ttlSeconds, 6);
  return bytes;
}
