import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ShownDocument, ShownTranslations, WantedDocument } from '../domain/translations.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { hashOfDocumentId } from '../../revisions/infrastructure/page/page-json.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { SPACE_DOCUMENTS } from '../../revisions/infrastructure/reading.js';

@Injectable()
export class ShownTranslationsReader implements ShownTranslations {
  constructor(private readonly sql: SqlQuery) {}

  async find(caller: Caller, wanted: WantedDocument): Promise<ShownDocument | undefined> {
    const document = hashOfDocumentId(wanted.documentId);
    if (document === undefined) return undefined;
    const { subjects, guestOf } = callerParameters(caller);
    const values = [wanted.targetId, wanted.sourceId, wanted.translationId ?? null, document, subjects, guestOf];
    const row = await this.sql.within({ table: 'content.space', id: wanted.sourceId }, (organizationId) =>
      this.sql.row<AccessRow & Omit<ShownDocument, 'document'>>(
        'translation.shown',
        `select t.organization_id as "organizationId", t.space_id as "spaceId", t.source_language as "sourceLanguage",
           t.language, t.instructions, s.level, ${grantedRankToRead('s', '$6', '$7')} as granted
         from content.translation t
         join ${SPACES} s on s.organization_id = t.organization_id and s.id = t.space_id and s.deleted_at is null
         join ${SPACE_DOCUMENTS} k on k.organization_id = s.organization_id and k.space_id = s.id
         where t.organization_id = $1 and t.space_id = $3
           and case when $4::text is null then t.target_id = $2 else t.id = $4 end and k.hash = decode($5, 'hex')`,
        [organizationId, ...values],
      ),
    );
    if (!row || !roleOf(caller, row)) return undefined;
    const { level: _, granted: __, ...shown } = row;
    return { ...shown, document };
  }
}
