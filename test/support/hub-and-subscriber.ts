import { afterAll } from "vitest";
import type { HubPolicy } from "../../runtime/hub/policy.ts";
import { startHub, type TestHub } from "./hub.ts";
import { startSubscriber, type Subscriber } from "./subscriber.ts";
import { type TestTls, trustedTls } from "./tls.ts";

/** Starts a hub and a subscriber that the tests of a file share, and stops both after the last one. */
export async function hubAndSubscriber(
  change: Partial<HubPolicy> = {},
): Promise<{ hub: TestHub; subscriber: Subscriber; tls: TestTls }> {
  const tls = await trustedTls();
  const subscriber = await startSubscriber(tls);
  const hub = await startHub(change);
  afterAll(async () => {
    await hub.stop();
    await subscriber.stop();
  });
  return { hub, subscriber, tls };
}
