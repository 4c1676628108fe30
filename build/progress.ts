/** Called when a stage begins; with `done` and `of` where the work can be counted. */
export type Progress = (stage: string, done?: number, of?: number) => void;
