import { Injectable } from '@nestjs/common';
import { DocumentInvalid } from '#rich-document';
import { Invalid } from '#kernel/domain/errors';
import type { CommentText } from '../domain/comment.js';
import type { CommentBody, CommentTexts } from '../domain/comments.js';
import { isSmall, readAtOnce } from '../../revisions/infrastructure/text/at-once.js';
import { TextProcesses, type TextWorker } from '../../revisions/infrastructure/text/text-processes.js';
import * as tasks from './comment-tasks.js';

const { readComment } = tasks;
const WORKER: TextWorker<typeof tasks> = { file: new URL('./comment-worker.js', import.meta.url), tasks };

/** Bytes of a body, as Markdown and as the JSON it becomes. */
const MOST_BYTES = 100_000;

@Injectable()
export class IsolatedCommentTexts implements CommentTexts {
  constructor(private readonly processes: TextProcesses) {}

  async read({ markdown, document }: CommentBody): Promise<CommentText> {
    if (markdown !== undefined && document !== undefined)
      throw new Invalid('body takes markdown or document, not both');
    const text = markdown === undefined ? await this.#readDocument(document) : await this.#readMarkdown(markdown);
    if (!text) throw new Invalid('body: a comment must say something');
    requireFit(text.document, 'JSON');
    return text;
  }

  async #readMarkdown(markdown: string): Promise<CommentText | undefined> {
    requireFit(markdown, 'Markdown');
    const small = readAtOnce(markdown, (text, most) => readComment({ markdown: text }, most));
    return small ? small.read : this.processes.run(WORKER, 'readComment', [{ markdown }, MOST_BYTES]);
  }

  async #readDocument(document: unknown): Promise<CommentText | undefined> {
    return isSmall(document)
      ? readDocument(document)
      : this.processes.run(WORKER, 'readComment', [{ document }, MOST_BYTES]);
  }
}

function requireFit(text: string, kind: string): void {
  const size = Buffer.byteLength(text);
  if (size > MOST_BYTES)
    throw new Invalid(`body: a comment takes at most ${MOST_BYTES} bytes of ${kind}; this has ${size}`);
}

function readDocument(document: unknown): CommentText | undefined {
  if (document === undefined) return undefined;
  try {
    return readComment({ document }, MOST_BYTES);
  } catch (error) {
    if (error instanceof DocumentInvalid) throw new Invalid(`body.document: ${error.path}: ${error.message}`);
    throw error;
  }
}
