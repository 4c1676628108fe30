/**
 * The members of a list field (RFC 9110 section 5.6.1) that are read. A client names a few; the others are ignored, so
 * that a field as long as all headers may be costs no more than a short one.
 */
export const listMembers = (field: string): string[] => field.split(",", MAX_LIST_MEMBERS);

export const MAX_LIST_MEMBERS = 100;
