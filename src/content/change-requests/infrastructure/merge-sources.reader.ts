import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { MergeSources } from '../domain/merge-sources.js';
import { mergeBody } from '../domain/merge/merge-body.js';
import type { MergeLookups } from '../domain/merge/merge.js';
import { readRecords } from '../../revisions/domain/map/read-map.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import type { Head, SiblingRecord } from '../../revisions/domain/ports.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { RevisionDiffReader } from '../../revisions/infrastructure/revision/revision-diff.reader.js';
import {
  LONG_DEADLINE_MS,
  TextProcesses,
  type TextWorker,
} from '../../revisions/infrastructure/text/text-processes.js';
import { DOCUMENTS, LIVE_PAGES } from '../../revisions/infrastructure/reading.js';

const TASKS = { mergeBody };
const WORKER: TextWorker<typeof TASKS> = {
  file: new URL('./merge-worker.js', import.meta.url),
  tasks: TASKS,
  deadlineMs: LONG_DEADLINE_MS,
};

/** Characters of a body's three versions from which on they are merged in a worker process. */
const LARGE = 300_000;

/**
 * Reads the records to merge from the maps of revisions, and their surroundings from the projection of the live
 * content.
 */
@Injectable()
export class MergeSourcesReader extends RevisionDiffReader implements MergeSources {
  constructor(
    nodes: NodeStore,
    private readonly sql: SqlQuery,
    private readonly processes: TextProcesses,
  ) {
    super(nodes);
  }

  lookups(main: Head): MergeLookups {
    return {
      withAncestors: (pages) => this.#withAncestors(main, pages),
      children: (parents) => this.#children(main, parents),
      documents: (hashes) => this.#documents(main, hashes),
      mergeBody: async (bodies, maxBytes) => {
        const length = [bodies.base, bodies.main, bodies.other].reduce((sum, body) => sum + (body?.length ?? 0), 0);
        return length > LARGE
          ? this.processes.run(WORKER, 'mergeBody', [bodies, maxBytes])
          : mergeBody(bodies, maxBytes);
      },
    };
  }

  async #withAncestors(main: Head, pages: readonly string[]): Promise<Map<string, PageRecord>> {
    if (pages.length === 0) return new Map();
    const rows = await this.sql.rows<{ id: string }>(
      'merge.with-ancestors',
      `with recursive up as (
         select page_id, parent_id from ${LIVE_PAGES} p
         where organization_id = $1 and space_id = $2 and page_id = any($3)
         union
         select p.page_id, p.parent_id from up
         join ${LIVE_PAGES} p on p.organization_id = $1 and p.space_id = $2 and p.page_id = up.parent_id
       ) select page_id as id from up`,
      [main.organizationId, main.spaceId, pages],
    );
    const ids = rows.map(({ id }) => id);
    return readRecords<PageRecord>(main.roots.pages, ids, this.nodes.of(main.organizationId));
  }

  async #children(main: Head, parents: readonly (string | null)[]): Promise<Map<string | null, SiblingRecord[]>> {
    const children = new Map<string | null, SiblingRecord[]>(parents.map((parent) => [parent, []]));
    if (children.size === 0) return children;
    const columns = 'page_id as id, parent_id as parent, slug, rank';
    const rows = await this.sql.rows<SiblingRecord & { parent: string | null }>(
      'merge.children',
      `select ${columns} from ${LIVE_PAGES} p where organization_id = $1 and space_id = $2 and parent_id = any($3)
       union all
       select ${columns} from ${LIVE_PAGES} p
       where $4::boolean and organization_id = $1 and space_id = $2 and parent_id is null
       order by rank, id`,
      [main.organizationId, main.spaceId, parents.filter((parent) => parent !== null), children.has(null)],
    );
    for (const { parent, ...sibling } of rows) children.get(parent)?.push(sibling);
    return children;
  }

  async #documents(main: Head, hashes: readonly string[]): Promise<Map<string, string>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'merge.documents-2',
      `select encode(hash, 'hex') as hash, body from ${DOCUMENTS} d
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [main.organizationId, hashes],
    );
    return new Map(rows.map(({ hash, body }) => [hash, body]));
  }
}
