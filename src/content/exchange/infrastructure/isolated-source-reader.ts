import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { readYaml } from '#rich-document';
import { DomainError } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Kept } from '#kernel/infrastructure/processes/kept';
import { Settings } from '#kernel/infrastructure/settings';
import { SourceReader, SourceReaders, type UnreadSource } from '../domain/import/import-ports.js';
import type { ResolvablePlan } from '../domain/import/resolve-href.js';
import type { SourceReading } from '../domain/import/source-reading.js';
import { PgSourceTextStore } from './source-text.store.js';
import { importPages, type ImportedPages, type PageToImport, type ReadPage } from './sources/import-pages.js';
import { readScript } from './sources/script-data.js';
import { keptPlan } from './sources/kept-plan.js';
import { DocumentWriter } from '../../revisions/infrastructure/revision/document-writer.js';
import { documentBodies } from '../../revisions/infrastructure/revision/document-columns.js';
import {
  LONG_DEADLINE_MS,
  TextProcesses,
  type TextWorker,
} from '../../revisions/infrastructure/text/text-processes.js';

const TASKS = { importPages };
const WORKER: TextWorker<typeof TASKS> = {
  file: new URL('./import-worker.js', import.meta.url),
  tasks: TASKS,
  deadlineMs: LONG_DEADLINE_MS,
  background: true,
};

/** Reads Markdown in worker processes and stores the documents as they come. */
@Injectable()
export class IsolatedSourceReaders extends SourceReaders {
  constructor(
    private readonly processes: TextProcesses,
    private readonly documents: DocumentWriter,
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly texts: PgSourceTextStore,
  ) {
    super();
  }

  /** One more than processes work at a time: it fetches and stores while they read. */
  get lanes(): number {
    return this.processes.size + 1;
  }

  open(organizationId: string, plan: ResolvablePlan): SourceReader {
    const { processes, documents, sql, settings, texts } = this;
    return new IsolatedSourceReader(
      { processes, documents, sql, texts },
      organizationId,
      keptPlan(plan),
      settings.maxDocumentBytes,
    );
  }

  parseYaml(text: string): unknown {
    return withoutNul(readYaml(text));
  }

  parseScript(text: string): unknown {
    return withoutNul(readScript(text));
  }

  pause(): Promise<void> {
    return breathe();
  }
}

interface ReaderParts {
  processes: TextProcesses;
  documents: DocumentWriter;
  sql: SqlQuery;
  texts: PgSourceTextStore;
}

class IsolatedSourceReader extends SourceReader {
  constructor(
    private readonly parts: ReaderParts,
    private readonly organizationId: string,
    private readonly plan: Kept,
    private readonly maxBytes: number,
  ) {
    super();
  }

  async read(sources: readonly UnreadSource[]): Promise<(SourceReading | Error)[]> {
    const { sql } = this.parts;
    const hashes = sources.flatMap(({ previous }) => (previous === undefined ? [] : [previous]));
    const bodies = await documentBodies(sql, this.organizationId, hashes);
    const pages = sources.map(({ path, markdown, previous }) => {
      return { path, markdown, previous: previous === undefined ? undefined : bodies.get(previous) };
    });
    const read = await this.#readAll(pages);
    return read.map((page) => ('reading' in page ? page.reading : new Error(page.failure)));
  }

  /** Where a process comes to no end with some files, each is read by itself, so that only the one fails that can't be read. */
  async #readAll(pages: readonly PageToImport[]): Promise<ReadPage[]> {
    let imported: ImportedPages;
    try {
      imported = await this.parts.processes.run(WORKER, 'importPages', [this.plan, pages, this.maxBytes]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (pages.length === 1) return [{ failure: error.message }];
      const read: ReadPage[] = [];
      for (const page of pages) read.push(...(await this.#readAll([page])));
      return read;
    }
    return this.#store(imported);
  }

  async #store({ pages, documents, texts }: ImportedPages): Promise<ReadPage[]> {
    if (!pages.some((page) => 'reading' in page)) return pages;
    await this.parts.documents.add(this.organizationId, documents);
    await this.parts.texts.add(this.organizationId, texts);
    return pages;
  }
}

/** PostgreSQL has no text with NUL, which YAML can write as an escape. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(withoutNul);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replaceAll('\0', '\ufffd'), withoutNul(member)]),
  );
}
