import { afterAll } from "vitest";
import { startHub, type TestHub } from "./hub.ts";
import { startSubscriber, type Subscriber } from "./subscriber.ts";
import { trustedTls } from "./tls.ts";

/** A hub and a subscriber that a whole file of tests shares; both stop after its last test. */
export async function hubAndSubscriber(): Promise<{ hub: TestHub; subscriber: Subscriber }> {
  const subscriber = await startSubscriber(await trustedTls());
  const hub = await startHub();
  afterAll(async () => {
    await hub.stop();
    await subscriber.stop();
  });
  return { hub, subscriber };
}
