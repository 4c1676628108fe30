import type { Result } from "../../model/result.ts";
import type { Callback } from "./callback/callback.ts";
import { type CallbackResult, REFUSED, type Transport } from "./callback/callback-client.ts";
import { DECOY_DEADLINE_MS, type DecoyResponse, Decoys } from "./decoys.ts";
import type { PendingRequest, Signal } from "./state/subscription.ts";
import { type CallbackTopic, isConfirmed, verificationRequest } from "./verify.ts";

export interface VerifierPorts {
  readonly clock: () => number;
  readonly transport: Transport;
  /** 0 to 1. */
  readonly random: () => number;
  /** At least 128 random bits in the challenge alphabet of WebSub section 5.3: `[+\-./0-9=A-Z_a-z]`. */
  readonly token: () => string;
}

type VerificationSignal = Signal & { readonly kind: "confirmed" | "unconfirmed" };

/** Verifies pending requests. On a crowded host, decoys test the callback's path first. */
export class Verifier {
  readonly #ports: VerifierPorts;
  readonly #decoys: Decoys;

  constructor(ports: VerifierPorts) {
    this.#ports = ports;
    this.#decoys = new Decoys(ports.random);
  }

  /** True if a callback near this one confirmed a request that nobody had made. */
  isSuspect(callback: Callback): boolean {
    return this.#decoys.isSuspect(callback, this.#ports.clock());
  }

  /** `needsProof`: the host has more subscriptions than it may have without decoys. */
  async verify(
    about: Result<CallbackTopic, string>,
    pending: PendingRequest,
    needsProof: boolean,
  ): Promise<VerificationSignal> {
    const { clock, transport, token } = this.#ports;
    const unproven = about.ok && needsProof ? await this.#prove(about.value, pending) : undefined;
    if (unproven !== undefined) return { kind: "unconfirmed", pending, status: unproven };
    const requestedAt = clock();
    const challenge = token();
    const result = about.ok ? await transport(verificationRequest(about.value, pending, challenge)) : REFUSED;
    return result.ok && isConfirmed(result, challenge)
      ? { kind: "confirmed", pending, requestedAt, status: String(result.status) }
      : { kind: "unconfirmed", pending, status: failureOf(result) };
  }

  /** Sends decoys, which look like the verification itself. Resolves to the reason why the callback is not proven. */
  #prove(about: CallbackTopic, pending: PendingRequest): Promise<string | undefined> {
    const { clock, transport, token } = this.#ports;
    return this.#decoys.prove(about.callback, clock(), async (target): Promise<DecoyResponse> => {
      const challenge = token();
      const decoy = { ...about, callback: { ...about.callback, target } };
      const request = verificationRequest(decoy, pending, challenge);
      const result = await transport({ ...request, deadlineMs: DECOY_DEADLINE_MS });
      if (isConfirmed(result, challenge)) return "confirmed";
      const isRefused = result.ok && result.status < 500 && result.status !== 429;
      return isRefused ? "refused" : { unknown: failureOf(result) };
    });
  }
}

function failureOf(result: CallbackResult): string {
  if (!result.ok) return result.reason;
  return result.status < 300 ? "wrong challenge" : String(result.status);
}
