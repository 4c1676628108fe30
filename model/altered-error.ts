/** A file of a release is not, or no longer, the one that the manifest lists. */
export class AlteredError extends Error {}
