import { extractIssues, ownText } from '#issue-extraction';
import type { FoundIssue } from '../domain/issue.js';
import type { ReadConversation } from '../domain/issue-extractor.js';

/** What was said in a conversation, as plain text. */
export interface Said {
  role: string;
  text: string;
}

/** Characters of the messages that a language model gets. */
const MOST_SAID = 10_000;

/** The issues of each conversation, by its text. */
export function extractAll(conversations: readonly ReadConversation[]): FoundIssue[][] {
  return conversations.map(({ subject, parts }) => extractIssues({ subject: subject ?? undefined, parts }));
}

/** What was said in each conversation: the beginning, without markup, quotations and signatures. */
export function saidIn(conversations: readonly ReadConversation[]): Said[][] {
  return conversations.map(({ subject, parts }) => {
    const said: Said[] = [];
    let left = MOST_SAID;
    for (const { role, body } of parts) {
      if (left <= 0) break;
      const text = ownText(body, left, subject ?? '');
      left -= text.length;
      if (text !== '') said.push({ role, text });
    }
    return said;
  });
}
