import { extractIssues } from '#issue-extraction';
import type { FoundIssue } from '../domain/issue.js';
import type { ReadConversation } from '../domain/issue-extractor.js';

/** The issues of each conversation. */
export function extractAll(conversations: readonly ReadConversation[]): FoundIssue[][] {
  return conversations.map(({ subject, parts }) => extractIssues({ subject: subject ?? undefined, parts }));
}
