import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Head, RevisionRoots } from '../../domain/ports.js';

interface Row extends RevisionRoots {
  id: string;
  generation: number;
}

/** A tuple with one head for each id. */
type Heads<Ids extends string[]> = { [I in keyof Ids]: Head };

/** Reads revisions as heads, so that drafts can start from them. */
@Injectable()
export class RevisionHeads {
  constructor(private readonly sql: SqlQuery) {}

  /** The revisions with these ids, in their order, read in one step. Throws an Error for a missing one. */
  async of<Ids extends string[]>(organizationId: string, spaceId: string, ids: [...Ids]): Promise<Heads<Ids>> {
    const heads = await this.find(organizationId, spaceId, ids);
    if (!heads) throw new Error(`One of the revisions ${ids.join(', ')} is missing from the store.`);
    return heads;
  }

  /** The same, but returns undefined where any is missing: a space that is not locked may be transferred meanwhile. */
  async find<Ids extends string[]>(
    organizationId: string,
    spaceId: string,
    ids: [...Ids],
  ): Promise<Heads<Ids> | undefined> {
    const rows = await this.sql.rows<Row>(
      'revision.heads',
      `select id, generation, encode(pages_root, 'hex') as pages, encode(files_root, 'hex') as files,
         encode(contents_root, 'hex') as contents, variables, tags
       from content.revision where organization_id = $1 and space_id = $2 and id = any($3)`,
      [organizationId, spaceId, ids],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    const heads = ids.flatMap((id): Head[] => {
      const row = found.get(id);
      if (!row) return [];
      const { generation, id: revisionId, ...roots } = row;
      return [{ organizationId, spaceId, revisionId, generation, roots }];
    });
    return heads.length === ids.length ? (heads as Heads<Ids>) : undefined;
  }
}
