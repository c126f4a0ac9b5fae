import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Head, RevisionRoots } from '../../domain/ports.js';

interface Row extends RevisionRoots {
  id: string;
  generation: number;
}

/** As many heads as there were ids. */
type Heads<Ids extends string[]> = { [I in keyof Ids]: Head };

/** Revisions as heads to go on from. */
@Injectable()
export class RevisionHeads {
  constructor(private readonly sql: SqlQuery) {}

  /** The revisions of these ids, in their order, in one step. They are known to be there: a missing one is an error. */
  async of<Ids extends string[]>(organizationId: string, spaceId: string, ids: [...Ids]): Promise<Heads<Ids>> {
    const heads = await this.find(organizationId, spaceId, ids);
    if (!heads) throw new Error(`One of the revisions ${ids.join(', ')} is missing from the store.`);
    return heads;
  }

  /** The same; undefined unless all are there. A space that nobody holds may be handed over to another organization. */
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
