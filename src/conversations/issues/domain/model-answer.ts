import { LANGUAGES, languageOf, MOST_ISSUES, MOST_SUMMARY, MOST_TITLE, sharesWords } from '#issue-extraction';
import { mask } from '#masking';
import { beginningOf } from '#kernel/domain/characters';
import { answeredObject } from '../../conversations/domain/answered-object.js';
import type { FoundIssue } from './issue.js';

/**
 * The issues in the answer of a language model; undefined where it is not what was asked for. Each must be about
 * something that the text says, so a model that was led astray, or makes things up, changes little.
 */
export function issuesIn(answer: string, text: string): FoundIssue[] | undefined {
  const { issues } = answeredObject(answer);
  if (!Array.isArray(issues) || issues.length > MOST_ISSUES) return undefined;
  const found = issues.map((issue) => issueOf(issue, text));
  return found.every((issue) => issue !== undefined) ? found : undefined;
}

function issueOf(sent: unknown, text: string): FoundIssue | undefined {
  const { title, summary, language } = (sent ?? {}) as Record<string, unknown>;
  if (typeof title !== 'string' || typeof summary !== 'string') return undefined;
  const [line, rest] = [lineOf(title, MOST_TITLE), lineOf(summary, MOST_SUMMARY)];
  if (line === '' || !sharesWords(line, text)) return undefined;
  const known = typeof language === 'string' && LANGUAGES.includes(language) ? language : languageOf(text);
  return { title: line, summary: rest === '' ? line : rest, ...(known === undefined ? {} : { language: known }) };
}

/** In one line, without tags and unseen characters, and masked: what a model makes up may look like an address. */
function lineOf(text: string, most: number): string {
  const plain = text
    .slice(0, 4 * most)
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return beginningOf(mask(plain), most);
}
