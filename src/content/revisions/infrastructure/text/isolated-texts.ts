import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectReferences, DocumentInvalid, type ContentRef, type RichDocument } from '#rich-document';
import { Invalid } from '#kernel/domain/errors';
import { Settings } from '#kernel/infrastructure/settings';
import { requireSize, type PageText, type PageTexts, type ResolveHref } from '../../domain/page/page-text.js';
import type { StoredDocument } from '../../domain/ports.js';
import { contentReference } from '../../domain/page/valid-reference.js';
import * as tasks from './markdown-tasks.js';
import { isSmall, readAtOnce } from './at-once.js';
import { TextProcesses, type TextWorker } from './text-processes.js';

const { readDocument, readMarkdown, store } = tasks;
const WORKER: TextWorker<typeof tasks> = { file: new URL('./markdown-worker.js', import.meta.url), tasks };

/** Characters of a previous document's JSON from which on the comparison with the new one runs in a process. */
const LARGE_BEFORE = 200_000;

/** Parses and stores documents of pages, large ones in worker processes. */
@Injectable()
export class IsolatedTexts implements PageTexts, OnApplicationShutdown {
  constructor(
    private readonly processes: TextProcesses,
    private readonly settings: Settings,
  ) {}

  async readMarkdown(markdown: string): Promise<PageText> {
    if (Buffer.byteLength(markdown) > this.settings.maxDocumentBytes) {
      throw new Invalid(`Markdown of a page takes at most ${this.settings.maxDocumentBytes} bytes`);
    }
    const small = readAtOnce(markdown, readMarkdown);
    return small ? small.read : this.processes.run(WORKER, 'readMarkdown', [markdown, this.settings.maxDocumentBytes]);
  }

  async readDocument(value: unknown): Promise<RichDocument> {
    return isSmall(value) ? orInvalid(() => readDocument(value)) : this.processes.run(WORKER, 'readDocument', [value]);
  }

  readReference(value: unknown): ContentRef {
    return orInvalid(() => contentReference(value));
  }

  async store(document: RichDocument, resolve: ResolveHref, previous: string | undefined): Promise<StoredDocument> {
    const resolved = new Map<string, ContentRef>();
    for (const { ref, use } of collectReferences(document)) {
      const href = ref.kind === 'url' ? ref.url : ref.kind === 'reusable-content' ? ref.reusableContent : undefined;
      const target = href === undefined ? undefined : resolve(href, use);
      if (href !== undefined && target !== undefined) resolved.set(href, target);
    }
    const isLarge = (previous?.length ?? 0) > LARGE_BEFORE || !isSmall(document);
    const stored = isLarge
      ? await this.processes.run(WORKER, 'store', [document, resolved, previous])
      : store(document, resolved, previous);
    requireSize(stored, this.settings.maxDocumentBytes);
    return stored;
  }

  onApplicationShutdown(): void {
    this.processes.close();
  }
}

function orInvalid<R>(read: () => R): R {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentInvalid) throw new Invalid(`${error.path}: ${error.message}`);
    throw error;
  }
}
