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
      'document-anchors.vanished',
      `select c.page, a.anchor from unnest($2::text[], $3::text[], $4::text[]) c (page, before, after)
       join ${DOCUMENTS} b on b.organization_id = $1 and b.hash = decode(c.before, 'hex')
       join ${DOCUMENTS} n on n.organization_id = $1 and n.hash = decode(c.after, 'hex')
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
