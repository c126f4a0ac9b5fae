import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { GetScimToken, ListScimTokens } from '../../application/token/scim-token.queries.js';
import type { ScimTokenView } from '../../application/token/scim-token.view.js';
import type { ScimTokenState } from '../../domain/token/scim-token.js';

const COLUMNS = `organization_id as "organizationId", id, label, hint, created_at as "createdAt",
  expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

@QueryHandler(ListScimTokens)
export class ListScimTokensHandler implements IQueryHandler<ListScimTokens> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListScimTokens): Promise<Page<ScimTokenView>> {
    requireAdministrator(caller, organizationId);
    const request = normalizeRequest(page);
    const [before] = readCursor(request, 1) ?? [null];
    const rows = await this.sql.rows<ScimTokenState>(
      'scim-token.list',
      `select ${COLUMNS} from organization.scim_token
       where organization_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
      [organizationId, before, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetScimToken)
export class GetScimTokenHandler implements IQueryHandler<GetScimToken> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, scimTokenId }: GetScimToken): Promise<ScimTokenView> {
    requireAdministrator(caller, organizationId);
    const row = await this.sql.row<ScimTokenState>(
      'scim-token.get',
      `select ${COLUMNS} from organization.scim_token where organization_id = $1 and id = $2`,
      [organizationId, scimTokenId],
    );
    if (!row) throw new NotFound('Token not found');
    return toView(row, this.settings.publicUrl);
  }
}

function toView(row: ScimTokenState, publicUrl: string): ScimTokenView {
  const view: ScimTokenView = {
    object: 'scim-token',
    id: row.id,
    label: row.label,
    hint: row.hint,
    createdAt: row.createdAt.toISOString(),
    urls: {
      location: `${publicUrl}/v1/orgs/${row.organizationId}/scim-tokens/${row.id}`,
      scim: `${publicUrl}/scim/v2`,
    },
  };
  if (row.expiresAt) view.expiresAt = row.expiresAt.toISOString();
  if (row.lastUsedAt) view.lastUsedAt = row.lastUsedAt.toISOString();
  return view;
}
