import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { JsonText, NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { matches } from '#kernel/application/entity-tag';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { renderWithSlots, type ContentRef } from '#rich-document';
import type { Answer, PageReading } from '../../application/content.queries.js';
import { readRecords } from '../../domain/map/read-map.js';
import type { FileRecord, PageRecord } from '../../domain/page/page-record.js';
import type { PageNode } from '../../domain/tree/page-tree.js';
import { adaptationFor, AdaptedDocuments } from '../page/adapted-documents.js';
import { AnchoredLinks } from '../page/anchored-links.js';
import { OpenAPITexts } from '../page/openapi-texts.js';
import { FileUrls } from '../blobs/file-urls.js';
import { fillLinks } from '../page/markdown-links.js';
import { NodeStore } from './node-store.js';
import type { OpenRevision } from './open-revision.js';
import { headingOf } from '../page/page-json.js';
import { piecesOf } from '../page/pieces-of.js';
import { TreeReader } from '../page/tree-reader.js';
import { SPACES } from '../../../spaces/infrastructure/reading.js';

interface DocumentRow {
  body: string;
  markdown: string;
  slots: ContentRef[] | null;
  targets: string[] | null;
  /** Of what is shown of OpenAPI specifications. */
  stamp?: string | undefined;
}

const REDIRECTED = `select redirect -> 'target' ->> 'page' as page from ${SPACES} s
  join content.space_source o on o.organization_id = s.organization_id and o.space_id = s.id
  cross join lateral jsonb_array_elements(o.source::jsonb -> 'redirects') redirect
  where s.organization_id = $1 and s.id = $2 and redirect ->> 'from' = $3
    and redirect -> 'target' ->> 'kind' in ('page', 'anchor') and redirect -> 'target' ->> 'space' is null`;

/** The redirects of an import come before the paths that pages had before. */
const FORMER = `select coalesce(
    (select page from (${REDIRECTED} limit 1) redirected),
    (select page_id from content.former_path where organization_id = $1 and space_id = $2 and path = $3)
  ) as page`;

/** Reads pages of any revision from its maps. */
@Injectable()
export class RevisionPages {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly trees: TreeReader,
    private readonly files: FileUrls,
    private readonly adapted: AdaptedDocuments,
    private readonly anchored: AnchoredLinks,
    private readonly openapi: OpenAPITexts,
  ) {}

  async record(revision: OpenRevision, pageId: string): Promise<PageRecord | undefined> {
    if (revision.claims) return (await this.trees.tree(revision)).get(pageId)?.record;
    const source = this.nodes.of(revision.organizationId);
    return (await readRecords<PageRecord>(revision.roots.pages, [pageId], source)).get(pageId);
  }

  /** The id of the page to which the redirects of the space's last import lead from a path without a page. */
  async redirected({ organizationId, spaceId }: OpenRevision, path: string): Promise<string | undefined> {
    const values = [organizationId, spaceId, path];
    return (await this.sql.row<{ page: string }>('page.redirected', REDIRECTED, values))?.page;
  }

  /** The same, or else the page that had the path before: for readers, who come by links that others wrote. */
  async redirectedOrMoved({ organizationId, spaceId }: OpenRevision, path: string): Promise<string | undefined> {
    const values = [organizationId, spaceId, path];
    return (await this.sql.row<{ page: string | null }>('page.redirected-or-moved', FORMER, values))?.page ?? undefined;
  }

  /** The redirects for the current content of a space, before anything is known of it. Does not authorize. */
  async redirectedLive(spaceId: string, path: string): Promise<string | undefined> {
    const row = await this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<{ page: string }>('page.redirected', REDIRECTED, [organizationId, spaceId, path]),
    );
    return row?.page;
  }

  document(organizationId: string, hash: string): Promise<DocumentRow | undefined> {
    return this.sql.row<DocumentRow>(
      'document.whole',
      `select body, markdown, slots::json as slots, targets from content.document
       where organization_id = $1 and hash = decode($2, 'hex')`,
      [organizationId, hash],
    );
  }

  /**
   * The response with a page of a revision and its body in the requested form. Markdown with its reusable contents also
   * has those of other spaces that the caller may read; so its entity tag is known only when they are.
   */
  async answer(
    caller: Caller,
    revision: OpenRevision,
    node: PageNode | undefined,
    reading: PageReading,
    etag: string,
  ): Promise<Answer> {
    if (!node) throw new NotFound('Page not found');
    // Contents of other spaces, and blocks that show the latest version of a specification, change whatever the revision.
    const isWhole = reading.format === 'markdown' && reading.adapted?.dereferenced === true;
    if (!isWhole && matches(reading.ifNoneMatch, etag)) return new NotModified(etag);
    const document = await this.#read(caller, revision, node.record, reading);
    const tag = document?.stamp ? `${etag.slice(0, -1)}.${document.stamp}"` : etag;
    if (matches(reading.ifNoneMatch, tag)) return new NotModified(tag);
    const sources = reading.metadata ? await this.trees.sources(revision) : new Map<string, never>();
    const open = this.trees.pageText(node, revision, sources);
    const end = `${await this.#body(revision, node, document, reading)}}`;
    if (node.pages.length === 0) return new JsonText(`${open}[]${end}`, tag);
    return piecesOf([open, [Buffer.from(end)]], await this.trees.written(node.pages, revision, reading.metadata), tag);
  }

  async #body(
    revision: OpenRevision,
    node: PageNode,
    document: DocumentRow | undefined,
    reading: PageReading,
  ): Promise<string> {
    const { record } = node;
    if (record.type !== 'document') return '';
    if (reading.format === 'document') return document ? `,"document":${document.body}` : '';
    const markdown = headingOf(record) + (document?.markdown ?? '');
    if (!document?.slots) return `,"markdown":${JSON.stringify(markdown)}`;
    const tree = await this.trees.tree(revision);
    const files = await this.#files(revision, document.targets ?? []);
    const filled = fillLinks(markdown, document.slots, node.path ?? '', reading.refs, {
      pagePath: (id) => tree.pathOf(id),
      fileUrl: (id) => files.get(id),
      specUrl: (slug) => this.trees.specUrl(revision.organizationId, slug),
    });
    return `,"markdown":${JSON.stringify(filled)}`;
  }

  async #read(
    caller: Caller,
    revision: OpenRevision,
    record: PageRecord,
    reading: PageReading,
  ): Promise<DocumentRow | undefined> {
    if (record.type !== 'document' || record.document === undefined) return undefined;
    const adapted = adaptationFor(revision, reading.format, reading.adapted);
    if (!adapted) return this.document(revision.organizationId, record.document);
    // Of a block tree renderers ask for contents of other spaces one by one.
    const reader = reading.format === 'markdown' ? caller : undefined;
    const { document: read, stamp } = await this.adapted.readFor(reader, revision, record.document, record, adapted);
    const document = await this.anchored.resolved(revision, record.id, read);
    if (reading.format === 'document')
      return { body: JSON.stringify(document), markdown: '', slots: null, targets: null };
    const shown = adapted.evaluated === 'true' ? await this.openapi.of(revision.organizationId, document) : undefined;
    const { markdown, slots } = renderWithSlots(document, shown?.texts);
    const files = slots.flatMap((ref) => (ref.kind === 'file' && ref.space === undefined ? [ref.file] : []));
    const stamps = [stamp, shown?.stamp].filter((each) => each !== undefined).join('.');
    const stamped = stamps === '' ? {} : { stamp: stamps };
    return { body: '', markdown, slots: slots.length === 0 ? null : slots, targets: files, ...stamped };
  }

  async #files(revision: OpenRevision, ids: readonly string[]): Promise<Map<string, string>> {
    const source = this.nodes.of(revision.organizationId);
    const records = await readRecords<FileRecord>(revision.roots.files, ids, source);
    return new Map(
      [...records.values()].map(({ id, blob, name }) => [id, this.files.urlOf(revision.organizationId, blob, name)]),
    );
  }
}
