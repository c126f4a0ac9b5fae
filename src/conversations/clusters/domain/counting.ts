import { unpackVector, weigh, type TermCounts } from '#clustering';
import type { GroupingState } from './clusters.js';
import type { WeighedIssue } from './joining.js';

/** Up to so many issues terms are counted as issues join; of more, the counts of the last grouping say enough. */
const COUNTED_ONLINE = 5_000;
/** Fewer issues are not worth grouping. */
const LEAST_GROUPED = 5;

export const countsOnline = ({ issues, joined }: GroupingState): boolean => issues + joined < COUNTED_ONLINE;

/** Whether so many have joined since the last grouping that all should be grouped anew before the night. */
export const isToBeGrouped = ({ issues, joined }: GroupingState): boolean => joined >= Math.max(LEAST_GROUPED, issues);

/** An issue as it was read, with how often each term occurs in it. */
interface CountedIssue {
  id: string;
  text: string;
  features: readonly (readonly [term: string, count: number])[];
  /** Packed. */
  vector?: Int8Array | undefined;
}

export function weighIssues(issues: readonly CountedIssue[], counts: TermCounts): WeighedIssue[] {
  return issues.map(({ id, text, features, vector }) => ({
    id,
    title: text.split('\n', 1)[0] ?? '',
    terms: weigh(new Map(features), counts),
    ...(vector ? { vector: unpackVector(vector) } : {}),
  }));
}
