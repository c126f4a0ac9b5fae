import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { RichDocument, Table } from '#rich-document';
import { walkKeyed } from '#rich-document';
import type { TableCell } from '../domain/comment.js';
import type { CommentPlace, CommentPlaces, CommentPlaceWithRole } from '../domain/comments.js';
import { readRecords } from '../../revisions/domain/map/read-map.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import {
  IS_PLACE,
  PLACE_COLUMNS,
  PLACE_TABLES,
  placeOf,
  placeParameters,
  spaceOf,
  type PlaceRow,
} from './place-rows.js';
import { DOCUMENTS } from '../../revisions/infrastructure/reading.js';

interface Wanted {
  document: string;
  node: string;
  tableCell?: TableCell | undefined;
}

interface DocumentRow {
  hash: string;
  /** Of the keys asked for, those that are there. */
  keys: string[];
  /** The whole document, where cells of it are asked for. */
  body: string | null;
}

/**
 * Keys are cut out of the stored text: `"key":"` is nothing that a text of the document could hold, where quotes are
 * escaped. All documents are looked into in one statement; what a cell is about needs the document itself.
 */
const PRESENT = `select w.hash, case when w.whole then d.body end as body, array(
    select unnest(w.nodes) intersect
    select split_part(part, '"', 1) from unnest(string_to_array(d.body, '"key":"')) part) as keys
  from (select hash, array_agg(node) as nodes, bool_or(whole) as whole
    from unnest($2::text[], $3::text[], $4::boolean[]) asked (hash, node, whole) group by hash) w
  cross join lateral (
    select d.body from ${DOCUMENTS} d where d.organization_id = $1 and d.hash = decode(w.hash, 'hex') offset 0
  ) d`;

@Injectable()
export class CommentPlaceReader implements CommentPlaces {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
  ) {}

  async held(caller: Caller, place: CommentPlace): Promise<CommentPlaceWithRole | undefined> {
    const row = await this.sql.within(spaceOf(place), (organizationId) =>
      this.sql.row<PlaceRow>(
        'comment.place',
        `select ${PLACE_COLUMNS} from ${PLACE_TABLES} where ${IS_PLACE} for key share of s`,
        placeParameters(organizationId, caller, place),
      ),
    );
    return row && placeOf(caller, row);
  }

  /** The maps of the current revision say it for any place. Their nodes never change and most are in memory. */
  async documents(
    { organizationId, pagesRoot }: CommentPlaceWithRole,
    pages: readonly string[],
  ): Promise<Map<string, string | null>> {
    const records = await readRecords<PageRecord>(pagesRoot, pages, this.nodes.of(organizationId));
    return new Map([...records].map(([id, { document }]) => [id, document ?? null]));
  }

  async present(organizationId: string, targets: readonly Wanted[]): Promise<ReadonlySet<number>> {
    if (targets.length === 0) return new Set();
    const rows = await this.sql.rows<DocumentRow>('comment.present-2', PRESENT, [
      organizationId,
      targets.map(({ document }) => document),
      targets.map(({ node }) => node),
      targets.map(({ tableCell }) => tableCell !== undefined),
    ]);
    const known = new Map(rows.map(({ hash, keys, body }) => [hash, { keys: new Set(keys), tables: tablesOf(body) }]));
    const found = new Set<number>();
    for (const [index, { document, node, tableCell }] of targets.entries()) {
      const looked = known.get(document);
      if (looked?.keys.has(node) && (!tableCell || hasCell(looked.tables.get(node), tableCell))) found.add(index);
    }
    return found;
  }
}

/** The tables of a document by their keys. */
function tablesOf(body: string | null): Map<string, Table> {
  const tables = new Map<string, Table>();
  if (body === null) return tables;
  walkKeyed((JSON.parse(body) as RichDocument).nodes, (node) => {
    if (node.object === 'block' && node.type === 'table' && node.key !== undefined) tables.set(node.key, node);
  });
  return tables;
}

function hasCell(table: Table | undefined, { record, definition }: TableCell): boolean {
  return (
    table !== undefined && Object.hasOwn(table.data.records, record) && Object.hasOwn(table.data.definition, definition)
  );
}
