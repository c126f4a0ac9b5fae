import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import type { RichDocument } from '#rich-document';
import { anchorsOf } from '../../domain/page/stored-document.js';

/** Documents read at a time. */
const BATCH = 20;

interface DocumentRow {
  hash: string;
  body: string;
}

/** Lists the anchors of all documents of an organization that have any, as a migration asks for. */
@Injectable()
@RunsJob('content.list-anchors')
export class ListAnchors implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run({ organizationId }: { organizationId: string }, signal: AbortSignal): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) {
      signal.throwIfAborted();
      after = await this.#list(organizationId, after);
    }
  }

  /** The last hash of a batch; undefined after the last batch. */
  async #list(organizationId: string, after: string): Promise<string | undefined> {
    const rows = await this.sql.rows<DocumentRow>(
      'anchors.documents',
      `select encode(hash, 'hex') as hash, body from content.document
       where organization_id = $1 and hash > decode($2, 'hex') and anchors is not null order by hash limit ${BATCH}`,
      [organizationId, after],
    );
    const lists: string[] = [];
    for (const { body } of rows) {
      lists.push(JSON.stringify(anchorsOf(JSON.parse(body) as RichDocument)));
      await breathe();
    }
    await this.unitOfWork.transaction(() =>
      this.sql.rows(
        'anchors.list-2',
        `update content.document d set anchors = content.texts(l.anchors::jsonb)
         from unnest($2::text[], $3::text[]) l(hash, anchors)
         where d.organization_id = $1 and d.hash = decode(l.hash, 'hex')
           and d.hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))
           and content.texts(l.anchors::jsonb) collate "C" is distinct from d.anchors`,
        [organizationId, rows.map(({ hash }) => hash), textArray(lists)],
      ),
    );
    return rows.length < BATCH ? undefined : rows.at(-1)?.hash;
  }
}
