import { createHmac } from "node:crypto";
import { Agent, request } from "node:https";

/** The baseline of the hub's bench: sends the same signed bytes to the same callbacks without any state. */
const [callbackList = "", bytes = "0"] = process.argv.slice(2);
const callbacks = JSON.parse(callbackList) as string[];
const body = Buffer.alloc(Number(bytes), "x");
const agent = new Agent({ keepAlive: true, maxSockets: 2 });

process.on("message", () => {
  void Promise.all(callbacks.map(post)).then(() => process.send?.({ done: true }));
});
process.send?.({ ready: true });

function post(callback: string): Promise<void> {
  const signature = createHmac("sha256", "shared").update(body).digest("hex");
  const headers = { "Content-Length": String(body.length), "X-Hub-Signature": `sha256=${signature}` };
  return new Promise((resolve, reject) => {
    const outgoing = request(callback, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
