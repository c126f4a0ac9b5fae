import { Injectable } from '@nestjs/common';
import { Turns } from '#kernel/application/turns';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { TemplateContent } from '../../domain/template/template-copy.js';
import type { Templates } from '../../domain/template/templates.js';
import { readAll } from '../../../revisions/domain/map/read-map.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { RevisionRoots } from '../../../revisions/domain/ports.js';
import type { Space } from '../../domain/space/space.js';
import { NodeStore } from '../../../revisions/infrastructure/revision/node-store.js';
import { DOCUMENTS, HEADS, REVISIONS } from '../../../revisions/infrastructure/reading.js';

/** Reads templates from the maps of their current revisions. */
@Injectable()
export class TemplatesReader implements Templates {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
  ) {}

  async content({ organizationId, id }: Space): Promise<TemplateContent | undefined> {
    const roots = await this.sql.row<RevisionRoots>(
      'template.roots',
      `select encode(r.pages_root, 'hex') as pages, encode(r.files_root, 'hex') as files,
         encode(r.contents_root, 'hex') as contents, r.variables
       from ${HEADS} h
       join ${REVISIONS} r on r.organization_id = h.organization_id and r.id = h.revision_id
       where h.organization_id = $1 and h.space_id = $2`,
      [organizationId, id],
    );
    if (!roots) return undefined;
    const nodes = this.nodes.of(organizationId);
    const turns = new Turns();
    const pause = (): Promise<void> => turns.next();
    return {
      spaceId: id,
      pages: [...(await readAll<PageRecord>(roots.pages, nodes, pause)).values()],
      files: [...(await readAll<FileRecord>(roots.files, nodes, pause)).values()],
      contents: [...(await readAll<ReusableContentRecord>(roots.contents, nodes, pause)).values()],
      variables: roots.variables,
    };
  }

  async referring(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'template.referring-2',
      `select encode(hash, 'hex') as hash, body from ${DOCUMENTS} d
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))
         and slots is not null`,
      [organizationId, hashes],
    );
    return new Map(rows.map(({ hash, body }) => [hash, body]));
  }
}
