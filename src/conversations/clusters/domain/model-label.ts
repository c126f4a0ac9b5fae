import { answeredObject } from '../../conversations/domain/answered-object.js';

/** What a cluster is called, and how it is shown. */
export interface ClusterLabel {
  /** One line of at most 60 characters. */
  label: string;
  /** At most 500 characters. */
  summary: string;
  icon: string;
}

const LONGEST_LABEL = 60;
const LONGEST_SUMMARY = 500;
/** Control characters and line ends, characters that turn the direction of writing, and half characters. */
const NO_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Tags, Markdown and addresses of pages. */
const NO_PLAIN_TEXT = /<\/?[a-z!]|\]\(|[`|]|\*\*|__|^\s*(?:#|[-*>]\s)|:\/\/|\bwww\./iu;

/**
 * The label in the answer of a model; undefined where it is not exactly what was asked for: a JSON object with a label
 * and a summary, each in one line of plain text that is not too long, and one of the icons.
 */
export function labelIn(answer: string, icons: readonly string[]): ClusterLabel | undefined {
  const { label, summary, icon } = answeredObject(answer);
  if (!isLine(label, LONGEST_LABEL) || !isLine(summary, LONGEST_SUMMARY)) return undefined;
  if (typeof icon !== 'string' || !icons.includes(icon)) return undefined;
  return { label: label.trim(), summary: summary.trim(), icon };
}

function isLine(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    /[\p{L}\p{N}]/u.test(value) &&
    !NO_LINE.test(value) &&
    !NO_PLAIN_TEXT.test(value)
  );
}
