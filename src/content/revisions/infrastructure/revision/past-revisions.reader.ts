import { Injectable } from '@nestjs/common';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Block, RichDocument } from '#rich-document';
import { readRecords } from '../../domain/map/read-map.js';
import type { PageRecord } from '../../domain/page/page-record.js';
import { LiveContent, type Head, type PastRevisions } from '../../domain/ports.js';
import { storedDocument } from '../../domain/page/stored-document.js';
import { NodeStore } from './node-store.js';

/** Reads pages from the maps of earlier revisions. */
@Injectable()
export class PastRevisionsReader implements PastRevisions {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly content: LiveContent,
  ) {}

  async page(head: Head, wanted: { page: string; revision?: string | undefined; block?: string[] | undefined }) {
    if (wanted.revision === undefined)
      throw new Invalid('revert_page of live content needs the revision to go back to');
    const row = await this.sql.row<{ pages: string | null }>(
      'revision.pages-root',
      `select encode(pages_root, 'hex') as pages from content.revision
       where organization_id = $1 and space_id = $2 and id = $3`,
      [head.organizationId, head.spaceId, wanted.revision],
    );
    if (!row) throw new NotFound('Revision not found');
    const source = this.nodes.of(head.organizationId);
    const record = (await readRecords<PageRecord>(row.pages, [wanted.page], source)).get(wanted.page);
    if (!record) throw new NotFound(`Page ${wanted.page} not found in revision ${wanted.revision}`);
    const then = await this.#document(head, record);
    if (wanted.block === undefined) return { record, document: then && storedDocument(then) };
    const current = (await this.content.pages(head, [wanted.page])).get(wanted.page);
    if (!current) throw new NotFound(`Page ${wanted.page} not found`);
    const now = await this.#document(head, current);
    return { record: current, document: now && storedDocument(withBlocks(now, then, new Set(wanted.block))) };
  }

  async #document(head: Head, record: PageRecord): Promise<RichDocument | undefined> {
    const body = record.document === undefined ? undefined : await this.content.document(head, record.document);
    return body === undefined ? undefined : (JSON.parse(body) as RichDocument);
  }
}

/** The document with the top-level blocks of these keys restored; a deleted block returns to its former position. */
function withBlocks(now: RichDocument, then: RichDocument | undefined, keys: ReadonlySet<string>): RichDocument {
  const former = new Map((then?.nodes ?? []).flatMap((block) => (block.key ? [[block.key, block] as const] : [])));
  for (const key of keys) if (!former.has(key)) throw new NotFound(`Block ${key} not found in that revision`);
  const nodes: Block[] = now.nodes.map((block) =>
    block.key !== undefined && keys.has(block.key) ? (former.get(block.key) ?? block) : block,
  );
  const present = new Set(nodes.map(({ key }) => key));
  const order = (then?.nodes ?? []).map(({ key }) => key);
  for (const [index, key] of order.entries()) {
    const block = key === undefined || !keys.has(key) || present.has(key) ? undefined : former.get(key);
    if (!block) continue;
    const before = order.slice(0, index).findLast((other) => present.has(other));
    nodes.splice(before === undefined ? 0 : nodes.findIndex((node) => node.key === before) + 1, 0, block);
    present.add(key);
  }
  return { ...now, nodes };
}
