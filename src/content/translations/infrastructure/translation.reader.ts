import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { roleAtLeast, type Role } from '#permissions';
import { emptyDocument, type RichDocument } from '#rich-document';
import { GetTranslation, ListTranslations } from '../application/translation.queries.js';
import type { TranslationView } from '../application/translation.view.js';
import type { TranslationState } from '../domain/translation.js';
import {
  callerParameters,
  grantedRank,
  listParameters,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { ALL_ACCESSIBLE_SPACES } from '../../spaces/infrastructure/permission/accessible-records.js';
import { TRANSLATION_COLUMNS } from './translation.store.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

type Row = TranslationState & AccessRow;

@QueryHandler(GetTranslation)
export class GetTranslationHandler implements IQueryHandler<GetTranslation> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, key }: GetTranslation): Promise<TranslationView> {
    const row = await this.sql.row<Row>(
      'translation.get',
      `select ${TRANSLATION_COLUMNS}, s.level, ${grantedRank('s', '$3')} as granted from content.translation t
       join ${SPACES} s on s.organization_id = t.organization_id and s.id = t.space_id and s.deleted_at is null
       where t.organization_id = $1 and t.id = $2`,
      [key.organizationId, key.translationId, callerParameters(caller).subjects],
    );
    const role = row && roleOf(caller, row);
    if (!row || !role) throw new NotFound('Translation not found');
    return toView(row, role, this.settings.publicUrl);
  }
}

@QueryHandler(ListTranslations)
export class ListTranslationsHandler implements IQueryHandler<ListTranslations> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListTranslations): Promise<Page<TranslationView>> {
    const member = caller.roles.get(organizationId);
    if (member === undefined) throw new NotFound('Organization not found');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<Row>(
      'translation.list',
      `select ${TRANSLATION_COLUMNS}, s.level, ${grantedRank('s', '$4')} as granted from content.translation t
       join ${SPACES} s on s.organization_id = t.organization_id and s.id = t.space_id
       where t.organization_id = $1 and t.id > $5 and t.space_id in (${ALL_ACCESSIBLE_SPACES})
       order by t.id limit $6`,
      [organizationId, ...listParameters(caller, member), callerParameters(caller).subjects, after, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      ({ id }) => [id],
      (row) => toView(row, roleOf(caller, row) ?? 'read', this.settings.publicUrl),
    );
  }
}

function toView(row: Row, role: Role, publicUrl: string): TranslationView {
  const view: TranslationView = {
    object: 'translation',
    id: row.id,
    status: row.status,
    source: { space: row.spaceId, language: row.sourceLanguage },
    language: row.language,
    instructions: row.instructions === null ? emptyDocument() : (JSON.parse(row.instructions) as RichDocument),
    result: { space: row.targetId, revision: row.resultRevision },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    stats: row.stats,
    permissions: { view: true, edit: roleAtLeast(role, 'edit') },
    urls: { location: `${publicUrl}/v1/orgs/${row.organizationId}/translations/${row.id}` },
  };
  if (row.error !== null) view.error = row.error;
  return view;
}
