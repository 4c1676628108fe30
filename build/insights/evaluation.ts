import type { MethodInsight } from "../../model/insights.ts";

/** Measured by `npm run bench -- insights`; a test refuses numbers that are better than the measured ones. */
export const EVALUATION: MethodInsight["evaluation"] = [];
