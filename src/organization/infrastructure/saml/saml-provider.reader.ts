import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireAdministrator } from '../../application/saml/administer.js';
import {
  GetSamlProvider,
  GetServiceMetadata,
  ListSamlProviders,
  ListSsoLogins,
} from '../../application/saml/saml.queries.js';
import type { SamlProviderView, SsoLoginView } from '../../application/saml/saml-provider.view.js';
import { isActive, type SamlProviderState } from '../../domain/saml/saml-provider.js';
import { SamlProtocol } from '../../domain/saml/saml.ports.js';

const COLUMNS = `id, organization_id as "organizationId", label, entity_id as "entityId", sso_url as "ssoUrl",
  certificate, default_role as "defaultRole", created_at as "createdAt"`;

@QueryHandler(ListSamlProviders)
export class ListSamlProvidersHandler implements IQueryHandler<ListSamlProviders> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
    private readonly settings: Settings,
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
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, this.protocol, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetSamlProvider)
export class GetSamlProviderHandler implements IQueryHandler<GetSamlProvider> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, providerId }: GetSamlProvider): Promise<SamlProviderView> {
    requireAdministrator(caller, organizationId);
    const row = await this.sql.row<SamlProviderState>(
      'saml-provider.get',
      `select ${COLUMNS} from organization.saml_provider where organization_id = $1 and id = $2`,
      [organizationId, providerId],
    );
    if (!row) throw new NotFound('SAML provider not found');
    return toView(row, this.protocol, this.settings.publicUrl);
  }
}

@QueryHandler(ListSsoLogins)
export class ListSsoLoginsHandler implements IQueryHandler<ListSsoLogins> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
  ) {}

  async execute({ caller, organizationId }: ListSsoLogins): Promise<SsoLoginView[]> {
    if (!caller.roles.has(organizationId)) throw new NotFound('Organization not found');
    const rows = await this.sql.rows<{ id: string; label: string }>(
      'saml-provider.logins',
      `select id, label from organization.saml_provider
       where organization_id = $1 and entity_id <> '' and sso_url <> '' and certificate <> '' order by id`,
      [organizationId],
    );
    return rows.map(({ id, label }) => ({ id, label, startURL: this.protocol.serviceOf(id).startUrl }));
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

function toView(row: SamlProviderState, protocol: SamlProtocol, publicUrl: string): SamlProviderView {
  const { acsUrl, startUrl, entityId } = protocol.serviceOf(row.id);
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ssoURL: row.ssoUrl,
    entityID: row.entityId,
    certificate: row.certificate,
    defaultRole: row.defaultRole,
    createdAt: row.createdAt.toISOString(),
    status: isActive(row) ? 'active' : 'pending',
    service: { acsURL: acsUrl, startURL: startUrl, entityID: entityId },
    urls: { location: `${publicUrl}/v1/orgs/${row.organizationId}/saml/${row.id}` },
  };
}
