import { Injectable } from '@nestjs/common';
import { DocumentInvalid } from '#rich-document';
import { Invalid } from '#kernel/domain/errors';
import type { CommentText } from '../../domain/comment/comment.js';
import type { CommentBody, CommentTexts } from '../../domain/comment/comments.js';
import { readComment } from '../text/text-tasks.js';
import { TextThreads } from '../text/text-threads.js';

/** Bytes of a body, as Markdown and as the JSON it becomes. */
const MOST_BYTES = 100_000;
/** Characters of Markdown read at once, which takes about a millisecond; more goes to a thread. */
const SMALL = 16_384;

@Injectable()
export class ThreadedCommentTexts implements CommentTexts {
  constructor(private readonly threads: TextThreads) {}

  async read({ markdown, document }: CommentBody): Promise<CommentText> {
    if (markdown !== undefined && document !== undefined)
      throw new Invalid('body takes markdown or document, not both');
    const text = markdown === undefined ? readDocument(document) : await this.#readMarkdown(markdown);
    if (!text) throw new Invalid('body: a comment must say something');
    requireFit(text.document, 'JSON');
    return text;
  }

  async #readMarkdown(markdown: string): Promise<CommentText | undefined> {
    requireFit(markdown, 'Markdown');
    return markdown.length > SMALL ? this.threads.run('readComment', [{ markdown }]) : readComment({ markdown });
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
    return readComment({ document });
  } catch (error) {
    if (error instanceof DocumentInvalid) throw new Invalid(`body.document: ${error.path}: ${error.message}`);
    throw error;
  }
}
