import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { DOCUMENTS } from '../../revisions/infrastructure/reading.js';
import type { ChangedDocument, DocumentAnchors, VanishedAnchor } from '../domain/import/vanished-anchors.js';

@Injectable()
export class DocumentAnchorsReader implements DocumentAnchors {
  constructor(private readonly sql: SqlQuery) {}

  async vanished(
    organizationId: string,
    documents: readonly ChangedDocument[],
    limit: number,
  ): Promise<VanishedAnchor[]> {
    if (documents.length === 0) return [];
    const rows = await this.sql.rows<{ page: string; anchor: string }>(
      'document-anchors.vanished-2',
      `select c.page, a.anchor from unnest($2::text[], $3::text[], $4::text[]) c (page, before, after)
       cross join lateral (
         select d.anchors from ${DOCUMENTS} d where d.organization_id = $1 and d.hash = decode(c.before, 'hex') offset 0
       ) b
       cross join lateral (
         select d.anchors from ${DOCUMENTS} d where d.organization_id = $1 and d.hash = decode(c.after, 'hex') offset 0
       ) n
       cross join lateral (select unnest(b.anchors) except select unnest(n.anchors)) a (anchor)
       order by c.page, a.anchor limit $5`,
      [
        organizationId,
        documents.map(({ page }) => page),
        documents.map(({ before }) => before),
        documents.map(({ after }) => after),
        limit,
      ],
    );
    return rows.map(({ page, anchor }) => ({ page, anchor: decodeURIComponent(anchor) }));
  }
}
