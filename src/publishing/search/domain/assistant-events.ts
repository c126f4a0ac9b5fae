import { newId } from '#kernel/domain/id';

/** A part of a response: its beginning, blocks of text, suggested questions, or its end. */
export type AssistantEvent =
  | { type: 'response_start'; messageId: string }
  | { type: 'response_document'; messageId: string; stepIndex: number; operation: 'insert'; blocks: object[] }
  | { type: 'response_followup_suggestion'; messageId: string; suggestions: string[] }
  | { type: 'response_finish'; messageId: string; responseId: string };

/** A growing answer, as blocks, with suggested questions. */
export interface Draft {
  blocks: readonly object[];
  followups: readonly string[];
}

/** The answer if no page has one. */
const NOTHING = 'Nothing here answers that.';

/** The events of a response. A block is sent when the next one has begun: only the last one still grows. */
export async function* respond(drafts: AsyncIterable<Draft>, responseId: string): AsyncGenerator<AssistantEvent> {
  const messageId = newId();
  yield { type: 'response_start', messageId };
  const told = (blocks: object[]): AssistantEvent => ({
    type: 'response_document',
    messageId,
    stepIndex: 0,
    operation: 'insert',
    blocks,
  });
  let count = 0;
  let last: Draft = { blocks: [], followups: [] };
  for await (const draft of drafts) {
    last = draft;
    const finished = draft.blocks.slice(count, -1);
    if (finished.length === 0) continue;
    count += finished.length;
    yield told(finished);
  }
  const rest = last.blocks.slice(count);
  if (last.blocks.length === 0) rest.push(paragraph(NOTHING));
  if (rest.length > 0) yield told(rest);
  if (last.followups.length > 0) {
    yield { type: 'response_followup_suggestion', messageId, suggestions: [...last.followups] };
  }
  yield { type: 'response_finish', messageId, responseId };
}

function paragraph(text: string): object {
  const leaf = { object: 'leaf', text, marks: [] };
  return { object: 'block', type: 'paragraph', data: {}, nodes: [{ object: 'text', leaves: [leaf] }] };
}
