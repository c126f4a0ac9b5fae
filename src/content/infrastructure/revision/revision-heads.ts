import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Head, RevisionRoots } from '../../domain/ports.js';

interface Row extends RevisionRoots {
  id: string;
  generation: number;
}

/** Revisions as heads to go on from. */
@Injectable()
export class RevisionHeads {
  constructor(private readonly sql: SqlQuery) {}

  /** The revisions of these ids, in their order, in one step. They are known to be there: a missing one is an error. */
  async of<Ids extends string[]>(
    organizationId: string,
    spaceId: string,
    ids: [...Ids],
  ): Promise<{ [I in keyof Ids]: Head }> {
    const rows = await this.sql.rows<Row>(
      'revision.heads',
      `select id, generation, encode(pages_root, 'hex') as pages, encode(files_root, 'hex') as files,
         encode(contents_root, 'hex') as contents, variables
       from content.revision where organization_id = $1 and space_id = $2 and id = any($3)`,
      [organizationId, spaceId, ids],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    const heads = ids.map((id): Head => {
      const row = found.get(id);
      if (!row) throw new Error(`The revision ${id} is missing from the store.`);
      const { generation, id: revisionId, ...roots } = row;
      return { organizationId, spaceId, revisionId, generation, roots };
    });
    return heads as { [I in keyof Ids]: Head };
  }
}
