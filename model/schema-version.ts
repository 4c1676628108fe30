/** The version of the layout of content. `upgrade` migrates older content to it, step by step. */
export const SCHEMA_VERSION = 1;
