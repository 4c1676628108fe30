/** Reports that a stage begins, or how much of a countable stage is done. */
export type Progress = (stage: string, done?: number, of?: number) => void;
