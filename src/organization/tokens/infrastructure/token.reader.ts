import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetToken } from '../application/token.queries.js';
import { ListTokens } from '../../contract/queries.js';
import type { TokenView } from '../../contract/token.view.js';
import type { TokenState } from '../domain/token.js';

const COLUMNS = `id, label, hint, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

@QueryHandler(ListTokens)
export class ListTokensHandler implements IQueryHandler<ListTokens> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ userId, page, confinedTo }: ListTokens): Promise<Page<TokenView>> {
    const request = normalizeRequest(page);
    const [before] = readCursor(request, 1) ?? [null];
    const rows = await this.sql.rows<TokenState>(
      'token.list',
      `select ${COLUMNS} from organization.token
       where user_id = $1 and ($2::text is null or id < $2) and ($4::text is null or confined_to = $4)
       order by id desc limit $3`,
      [userId, before, request.limit + 1, confinedTo ?? null],
    );
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetToken)
export class GetTokenHandler implements IQueryHandler<GetToken> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ userId, tokenId }: GetToken): Promise<TokenView> {
    const row = await this.sql.row<TokenState>(
      'token.get',
      `select ${COLUMNS} from organization.token where user_id = $1 and id = $2`,
      [userId, tokenId],
    );
    if (!row) throw new NotFound('Token not found');
    return toView(row, this.settings.publicUrl);
  }
}

function toView(row: TokenState, publicUrl: string): TokenView {
  const view: TokenView = {
    object: 'user-api-token',
    id: row.id,
    label: row.label,
    hint: row.hint,
    createdAt: row.createdAt.toISOString(),
    urls: { location: `${publicUrl}/v1/user/tokens/${row.id}` },
  };
  if (row.scopes) view.scopes = row.scopes;
  if (row.expiresAt) view.expiresAt = row.expiresAt.toISOString();
  if (row.lastUsedAt) view.lastUsedAt = row.lastUsedAt.toISOString();
  return view;
}
