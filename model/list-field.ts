/**
 * The first members of a list field (RFC 9110 section 5.6.1). Clients send a few; ignoring the rest bounds the cost of
 * a hostile field.
 */
export const listMembers = (field: string): string[] => field.split(",", MAX_LIST_MEMBERS);

export const MAX_LIST_MEMBERS = 100;
