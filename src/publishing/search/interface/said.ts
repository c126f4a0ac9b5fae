import { BadRequestException } from '@nestjs/common';
import { plainText, type RichDocument } from '#rich-document';
import type { AssistantMessageBody } from './assistant.body.js';

const LONGEST_MESSAGE = 2048;
/** Characters of a question that are searched. */
const LONGEST_QUESTION = 512;

/** The question in messages: the text of the last ones, as far as it is searched. */
export function questionOf(messages: readonly AssistantMessageBody[]): string {
  const texts = messages.map(({ content }, index) => textOf(content, index));
  const question = texts.join('\n').trim().slice(-LONGEST_QUESTION);
  if (question === '') throw new BadRequestException('input must say something');
  return question;
}

function textOf(content: unknown, index: number): string {
  const text = typeof content === 'string' ? content : blocksOf(content);
  if (text === undefined) throw new BadRequestException(`input.${index}.content must be a text or a block tree`);
  if (text.length > LONGEST_MESSAGE)
    throw new BadRequestException(`input.${index}.content takes at most ${LONGEST_MESSAGE} characters`);
  return text;
}

/** The text of a block tree; undefined for anything else. */
function blocksOf(content: unknown): string | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  const { nodes } = (content as { document?: RichDocument; nodes?: unknown }).document ?? (content as RichDocument);
  if (!Array.isArray(nodes)) return undefined;
  try {
    return plainText({ object: 'document', data: {}, nodes } as unknown as RichDocument);
  } catch {
    return undefined;
  }
}
