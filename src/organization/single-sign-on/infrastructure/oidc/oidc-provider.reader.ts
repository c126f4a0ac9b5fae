import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { TeamView } from '../../../contract/team.view.js';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import type { OidcProviderView } from '../../application/oidc/oidc-provider.view.js';
import { GetOidcProvider, ListOidcProviders } from '../../application/oidc/oidc.queries.js';
import { OidcProtocol } from '../../domain/oidc/oidc.ports.js';
import { isActive, type OidcProviderState } from '../../domain/oidc/oidc-provider.js';
import { defaultTeamsOf } from '../default-teams.js';
import { OIDC_COLUMNS } from './reading.js';

type Row = OidcProviderState & { hasSecret: boolean };

const HAS_SECRET = `exists (select from organization.oidc_client_secret s
  where s.organization_id = p.organization_id and s.provider_id = p.id) as "hasSecret"`;

@QueryHandler(ListOidcProviders)
export class ListOidcProvidersHandler implements IQueryHandler<ListOidcProviders> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: OidcProtocol,
    private readonly settings: Settings,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, page }: ListOidcProviders): Promise<Page<OidcProviderView>> {
    requireAdministrator(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<Row>(
      'oidc-provider.list',
      `select ${OIDC_COLUMNS}, ${HAS_SECRET} from organization.oidc_provider p
       where organization_id = $1 and id > $2 order by id limit $3`,
      [organizationId, after, request.limit + 1],
    );
    const teams = await defaultTeamsOf(this.dispatcher, caller, organizationId, rows.slice(0, request.limit));
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, teams, this.protocol, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetOidcProvider)
export class GetOidcProviderHandler implements IQueryHandler<GetOidcProvider> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: OidcProtocol,
    private readonly settings: Settings,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, providerId }: GetOidcProvider): Promise<OidcProviderView> {
    requireAdministrator(caller, organizationId);
    const row = await this.sql.row<Row>(
      'oidc-provider.get',
      `select ${OIDC_COLUMNS}, ${HAS_SECRET} from organization.oidc_provider p where organization_id = $1 and id = $2`,
      [organizationId, providerId],
    );
    if (!row) throw new NotFound('Provider not found');
    const teams = await defaultTeamsOf(this.dispatcher, caller, organizationId, [row]);
    return toView(row, teams, this.protocol, this.settings.publicUrl);
  }
}

function toView(
  row: Row,
  teams: ReadonlyMap<string, TeamView>,
  protocol: OidcProtocol,
  publicUrl: string,
): OidcProviderView {
  const { redirectUrl, startUrl, signedOutUrl, backChannelUrl } = protocol.serviceOf(row.id);
  const defaultTeam = row.defaultTeam === null ? undefined : teams.get(row.defaultTeam);
  return {
    object: 'oidc-provider',
    id: row.id,
    label: row.label,
    issuer: row.issuer,
    clientID: row.clientId,
    hasClientSecret: row.hasSecret,
    scopes: row.scopes,
    groupsClaim: row.groupsClaim,
    groupRules: row.groupRules,
    ...(defaultTeam && { defaultTeam }),
    defaultRole: row.defaultRole,
    createdAt: row.createdAt.toISOString(),
    status: isActive(row) ? 'active' : 'pending',
    service: {
      redirectURL: redirectUrl,
      startURL: startUrl,
      signedOutURL: signedOutUrl,
      backChannelURL: backChannelUrl,
    },
    urls: { location: `${publicUrl}/v1/orgs/${row.organizationId}/oidc/${row.id}` },
  };
}
