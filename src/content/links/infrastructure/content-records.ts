import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { FileView } from '../../revisions/application/file.view.js';
import type { PageView } from '../../revisions/application/page.view.js';
import type { ReusableContentView } from '../../revisions/application/revision.view.js';
import { readRecords } from '../../revisions/domain/map/read-map.js';
import type { FileRecord, ReusableContentRecord } from '../../revisions/domain/page/page-record.js';
import { fileView } from '../../revisions/infrastructure/blobs/file.reader.js';
import { FileUrls } from '../../revisions/infrastructure/blobs/file-urls.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { documentIdOf, pageMembers } from '../../revisions/infrastructure/page/page-json.js';
import { TreeReader } from '../../revisions/infrastructure/page/tree-reader.js';
import type { OpenContent } from './linked-contents.js';

interface Place {
  /** Empty: the space that is asked about. */
  space: string;
  id: string;
}

export interface RecordKey extends Place {
  kind: 'page' | 'file' | 'content';
}

/** What was found, by key; undefined for what is not there. */
export interface FoundRecords {
  page: (key: Place) => PageView | undefined;
  file: (key: Place) => FileView | undefined;
  content: (key: Place) => ReusableContentView | undefined;
}

/** The key of a record among those that were found. */
const placeOf = ({ kind, space, id }: RecordKey): string => `${kind} ${space} ${id}`;

const COLUMNS = {
  page: 'p.page_id as id, p.members, p.path',
  file: `p.file_id as id, p.name, encode(p.blob, 'hex') as blob, p.content_type as "contentType", p.size, p.width, p.height`,
  content: `p.content_id as id, p.title, encode(p.document, 'hex') as document`,
};

const TABLES = { page: 'live_page', file: 'live_file', content: 'live_content' };

const STATEMENTS = {
  page: statement('page'),
  file: statement('file'),
  content: statement('content'),
};

function statement(kind: RecordKey['kind']): string {
  return `select found.* from unnest($2::text[], $3::text[]) wanted(space, id)
    cross join lateral (
      select p.space_id as space, ${COLUMNS[kind]} from content.${TABLES[kind]} p
      where p.organization_id = $1 and p.space_id = wanted.space and p.${kind}_id = wanted.id offset 0
    ) found`;
}

interface LivePage {
  members: string;
  path: string | null;
}

/**
 * Pages, files and reusable contents of several spaces as the API shows them, a page without those below it: of spaces
 * by the projection of their current content, of a change request by its maps.
 */
@Injectable()
export class ContentRecords {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly trees: TreeReader,
    private readonly urls: FileUrls,
  ) {}

  async of(content: OpenContent, keys: readonly RecordKey[]): Promise<FoundRecords> {
    const isMapped = ({ space }: RecordKey): boolean => content.changeRequestId !== undefined && space === '';
    const views = new Map<string, unknown>();
    for (const kind of ['page', 'file', 'content'] as const) {
      const wanted = keys.filter((key) => key.kind === kind);
      const mapped = wanted.filter(isMapped);
      const live = wanted.filter((key) => !isMapped(key));
      if (mapped.length > 0) await this.#mapped(kind, content, [...new Set(mapped.map(({ id }) => id))], views);
      if (live.length > 0) await this.#live(kind, content, live, views);
    }
    return {
      page: ({ space, id }) => views.get(placeOf({ kind: 'page', space, id })) as PageView | undefined,
      file: ({ space, id }) => views.get(placeOf({ kind: 'file', space, id })) as FileView | undefined,
      content: ({ space, id }) => views.get(placeOf({ kind: 'content', space, id })) as ReusableContentView | undefined,
    };
  }

  async #live(
    kind: RecordKey['kind'],
    { revision }: OpenContent,
    keys: readonly RecordKey[],
    views: Map<string, unknown>,
  ): Promise<void> {
    const wanted = [...new Map(keys.map((key) => [placeOf(key), key])).values()];
    const rows = await this.sql.rows<{ space: string; id: string }>(`link.records-${kind}-2`, STATEMENTS[kind], [
      revision.organizationId,
      wanted.map(({ space }) => space || revision.spaceId),
      wanted.map(({ id }) => id),
    ]);
    for (const { space, ...row } of rows) {
      const key = { kind, space: space === revision.spaceId ? '' : space, id: row.id };
      views.set(placeOf(key), this.#view(kind, revision.organizationId, space, row));
    }
  }

  /** Of a change request. Its tree is kept under the root of the map, as for other reads of it. */
  async #mapped(
    kind: RecordKey['kind'],
    { revision }: OpenContent,
    ids: string[],
    views: Map<string, unknown>,
  ): Promise<void> {
    const { organizationId, spaceId, roots } = revision;
    const put = (id: string, row: object): void => {
      views.set(placeOf({ kind, space: '', id }), this.#view(kind, organizationId, spaceId, row));
    };
    if (kind === 'page') {
      const shown = await this.trees.tree(revision);
      const written = ids.every((id) => shown.get(id))
        ? shown
        : await this.trees.tree({ ...revision, uncomputed: true });
      for (const id of ids) {
        const node = shown.get(id) ?? written.get(id);
        if (node) put(id, { members: pageMembers(node.record), path: node.path ?? null });
      }
      return;
    }
    const root = kind === 'file' ? roots.files : roots.contents;
    const source = this.nodes.of(organizationId);
    const records = await readRecords<FileRecord | ReusableContentRecord>(root, ids, source);
    for (const [id, record] of records) put(id, record);
  }

  #view(kind: RecordKey['kind'], organizationId: string, spaceId: string, row: object): unknown {
    if (kind === 'page') return this.#page(spaceId, row as LivePage);
    if (kind === 'file') {
      const { width, height, ...file } = row as FileRecord & { width: number | null; height: number | null };
      const size = width === null || height === null ? {} : { width, height };
      return fileView({ organizationId }, { ...file, ...size } as FileRecord, new Map(), this.urls);
    }
    const { id, title, document } = row as ReusableContentRecord;
    return { object: 'reusable-content', id, title, document: documentIdOf(document) };
  }

  #page(spaceId: string, { members, path }: LivePage): object {
    const app = this.trees.appUrl(spaceId) + (path ?? '');
    return {
      ...(JSON.parse(`{${members}}`) as object),
      ...(path === null ? {} : { path }),
      urls: { app },
      pages: [],
    };
  }
}
