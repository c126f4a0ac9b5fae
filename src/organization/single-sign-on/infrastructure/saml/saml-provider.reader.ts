import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import {
  GetSamlProvider,
  GetServiceMetadata,
  ListSamlProviders,
  ReadSignInResponse,
  type ReadResponse,
} from '../../application/saml/saml.queries.js';
import type { SamlProviderView } from '../../application/saml/saml-provider.view.js';
import type { TeamView } from '../../../contract/team.view.js';
import { defaultTeamsOf } from '../default-teams.js';
import { isActive, SamlProvider, type SamlProviderState } from '../../domain/saml/saml-provider.js';
import { SamlProtocol } from '../../domain/saml/saml.ports.js';

const COLUMNS = `id, organization_id as "organizationId", label, entity_id as "entityId", sso_url as "ssoUrl",
  certificate, default_team as "defaultTeam", default_role as "defaultRole", created_at as "createdAt"`;

@QueryHandler(ListSamlProviders)
export class ListSamlProvidersHandler implements IQueryHandler<ListSamlProviders> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
    private readonly settings: Settings,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, page }: ListSamlProviders): Promise<Page<SamlProviderView>> {
    requireAdministrator(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<SamlProviderState>(
      'saml-provider.list',
      `select ${COLUMNS} from organization.saml_provider
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

@QueryHandler(GetSamlProvider)
export class GetSamlProviderHandler implements IQueryHandler<GetSamlProvider> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
    private readonly settings: Settings,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, providerId }: GetSamlProvider): Promise<SamlProviderView> {
    requireAdministrator(caller, organizationId);
    const row = await this.sql.row<SamlProviderState>(
      'saml-provider.get',
      `select ${COLUMNS} from organization.saml_provider where organization_id = $1 and id = $2`,
      [organizationId, providerId],
    );
    if (!row) throw new NotFound('SAML provider not found');
    const teams = await defaultTeamsOf(this.dispatcher, caller, organizationId, [row]);
    return toView(row, teams, this.protocol, this.settings.publicUrl);
  }
}

@QueryHandler(GetServiceMetadata)
export class GetServiceMetadataHandler implements IQueryHandler<GetServiceMetadata> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
  ) {}

  async execute({ providerId }: GetServiceMetadata): Promise<string> {
    const row = await this.sql.row('saml-provider.is', 'select 1 from organization.saml_provider where id = $1', [
      providerId,
    ]);
    if (!row) throw new NotFound('SAML provider not found');
    return this.protocol.metadataOf(providerId);
  }
}

@QueryHandler(ReadSignInResponse)
export class ReadSignInResponseHandler implements IQueryHandler<ReadSignInResponse> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
  ) {}

  async execute({ providerId, response }: ReadSignInResponse): Promise<ReadResponse> {
    const row = await this.sql.row<SamlProviderState>(
      'saml-provider.trust',
      `select ${COLUMNS}, version from organization.saml_provider where id = $1`,
      [providerId],
    );
    if (!row) throw new NotFound('SAML provider not found');
    const provider = SamlProvider.from(row);
    provider.requireActive();
    return { statement: await this.protocol.read(provider, response), trust: provider.trust };
  }
}

function toView(
  row: SamlProviderState,
  teams: ReadonlyMap<string, TeamView>,
  protocol: SamlProtocol,
  publicUrl: string,
): SamlProviderView {
  const { acsUrl, startUrl, entityId } = protocol.serviceOf(row.id);
  const defaultTeam = row.defaultTeam === null ? undefined : teams.get(row.defaultTeam);
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ssoURL: row.ssoUrl,
    entityID: row.entityId,
    certificate: row.certificate,
    ...(defaultTeam && { defaultTeam }),
    defaultRole: row.defaultRole,
    createdAt: row.createdAt.toISOString(),
    status: isActive(row) ? 'active' : 'pending',
    service: { acsURL: acsUrl, startURL: startUrl, entityID: entityId },
    urls: { location: `${publicUrl}/v1/orgs/${row.organizationId}/saml/${row.id}` },
  };
}
