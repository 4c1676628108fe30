import { parseHttpDate } from "./http-date.ts";
import { MAX_LIST_MEMBERS } from "./list-field.ts";

/** The precondition header fields of a request, absent ones undefined. */
export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifUnmodifiedSince?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
}

/** The validators of the selected representation: a strong entity tag, and the second of its last change. */
export interface Validators {
  readonly etag: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly lastModifiedAt: number;
}

export type Evaluation = "proceed" | "not-modified" | "precondition-failed";

/** RFC 9110 section 13.2.2 for GET and HEAD, in its order of precedence. `now` resolves two-digit years. */
export function evaluate(conditions: Conditions, validators: Validators, now: number): Evaluation {
  const { ifMatch, ifUnmodifiedSince, ifNoneMatch, ifModifiedSince } = conditions;
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, validators.etag, isStrongMatch)) return "precondition-failed";
  } else if (ifUnmodifiedSince !== undefined) {
    const since = parseHttpDate(ifUnmodifiedSince, now);
    if (since !== undefined && validators.lastModifiedAt > since) return "precondition-failed";
  }
  // Section 13.1.3: If-Modified-Since is ignored whenever there is an If-None-Match, even one that is not valid.
  if (ifNoneMatch !== undefined) {
    return matches(ifNoneMatch, validators.etag, isWeakMatch) ? "not-modified" : "proceed";
  }
  if (ifModifiedSince === undefined) return "proceed";
  const since = parseHttpDate(ifModifiedSince, now);
  return since !== undefined && validators.lastModifiedAt <= since ? "not-modified" : "proceed";
}

/** True if the field is `*` or lists the tag. Malformed members never match. */
function matches(field: string, etag: string, isMatch: (listed: string, etag: string) => boolean): boolean {
  // Nearly always the one tag that we have sent.
  if (field === etag && isMatch(field, etag)) return true;
  if (field.trim() === "*") return true;
  return entityTags(field).some((listed) => isMatch(listed, etag));
}

/** Section 8.8.3: `W/` is case-sensitive, and a comma inside the quotes belongs to the tag. */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/;

/** The members of a list (section 5.6.1) that are read, up to the first syntax error. */
function entityTags(field: string): string[] {
  const tags: string[] = [];
  let rest = field;
  while (tags.length < MAX_LIST_MEMBERS) {
    rest = rest.replace(/^[\t ,]+/, "");
    const tag = ENTITY_TAG.exec(rest)?.[0];
    if (tag === undefined) return tags;
    rest = rest.slice(tag.length);
    // A list needs a comma between two tags.
    if (!/^[\t ]*(,|$)/.test(rest)) return tags;
    tags.push(tag);
  }
  return tags;
}

const opaqueOf = (tag: string): string => tag.replace(/^W\//, "");

const isWeakMatch = (listed: string, etag: string): boolean => opaqueOf(listed) === opaqueOf(etag);

const isStrongMatch = (listed: string, etag: string): boolean => listed === etag && !listed.startsWith("W/");
