import { createPublicKey, verify } from "node:crypto";
import type { JsonRow } from "./json-fields.ts";
import { SKIPPED, type SkipReason } from "./reasons.ts";
import { type DocumentRow, isObject, present, textOf } from "./whole-document.ts";

/** Members that the rows carry under other names. */
export const MANGROVE_MEMBERS = ["signature", "jwt", "kid", "payload", "scheme"];

const STAR_STEP = 25;
const MS_PER_SECOND = 1000;

/**
 * A review of the Mangrove server. Only what its author signed is read: the API's `payload` next to the token is a copy
 * that nothing protects.
 */
export function mangroveRow(review: JsonRow): DocumentRow {
  const token = textOf(review["jwt"]) ?? "";
  const claims = signedClaims(token, textOf(review["kid"]));
  if (claims === undefined) return skipped(review, SKIPPED.signature);
  const metadata = isObject(claims["metadata"]) ? claims["metadata"] : {};
  if ("action" in claims || textOf(claims["sub"])?.startsWith("urn:maresi:") !== false)
    return skipped(review, SKIPPED.noReview);
  const issuedMs = Number(claims["iat"]) * MS_PER_SECOND;
  const row = present({
    id: token.split(".")[2],
    author: metadata["nickname"] ?? "",
    rating: starsOf(claims["rating"]),
    date: Number.isSafeInteger(issuedMs) ? new Date(issuedMs).toISOString() : undefined,
    text: claims["opinion"] ?? null,
    photos: claims["images"],
  });
  return { row, signature: token };
}

const skipped = (review: JsonRow, reason: SkipReason): DocumentRow => ({
  row: {},
  skipped: { reason, detail: textOf(review["signature"])?.slice(0, 20) ?? "" },
});

/** Mangrove rates from 0 to 100; its sites show 0, 25, 50, 75 and 100 as one to five stars. */
const starsOf = (rating: unknown): unknown =>
  typeof rating === "number" ? String(rating / STAR_STEP + 1) : rating;

/** The claims of a token (RFC 7515, ES256) if the P-256 key that it names signed it, else undefined. */
function signedClaims(token: string, kid: string | undefined): JsonRow | undefined {
  const [head = "", claims = "", signature = "", ...more] = token.split(".");
  const header = decoded(head);
  if (more.length > 0 || header?.["alg"] !== "ES256") return undefined;
  const name = textOf(header["kid"]);
  if (name === undefined || (kid !== undefined && bare(kid) !== bare(name))) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(bare(name), "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return undefined;
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    return isSigned ? decoded(claims) : undefined;
  } catch {
    return undefined;
  }
}

/** The base64 of a PEM key, which the server writes on one line. */
const bare = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----|\s+/g, "");

function decoded(part: string): JsonRow | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
