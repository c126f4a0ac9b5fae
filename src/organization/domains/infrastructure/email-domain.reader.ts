import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound, TooManyRequests } from '#kernel/domain/errors';
import { Quotas, type Quota } from '#kernel/domain/quotas';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import {
  GetOrganizationDomain,
  ListOrganizationDomains,
  LookUpDomainRecord,
} from '../application/email-domain.queries.js';
import type { OrganizationDomainView } from '../application/email-domain.view.js';
import { recordNameOf, recordTextOf, type EmailDomainState } from '../domain/email-domain.js';
import { DomainRecords } from '../domain/email-domains.js';

const COLUMNS = `organization_id as "organizationId", domain as id, token, created_at as "createdAt",
  proved_at as "provedAt", proved_by as "provedBy"`;

/** Look-ups of an organization in a window. */
const LOOKUPS = 30;
const WINDOW_MS = 60_000;

@QueryHandler(ListOrganizationDomains)
export class ListOrganizationDomainsHandler implements IQueryHandler<ListOrganizationDomains> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListOrganizationDomains): Promise<Page<OrganizationDomainView>> {
    requireAdministrator(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<EmailDomainState>(
      'email-domain.list',
      `select ${COLUMNS} from organization.email_domain
       where organization_id = $1 and domain > $2 order by domain limit $3`,
      [organizationId, after, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetOrganizationDomain)
export class GetOrganizationDomainHandler implements IQueryHandler<GetOrganizationDomain> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, domain }: GetOrganizationDomain): Promise<OrganizationDomainView> {
    requireAdministrator(caller, organizationId);
    return toView(await claimed(this.sql, organizationId, domain), this.settings.publicUrl);
  }
}

@QueryHandler(LookUpDomainRecord)
export class LookUpDomainRecordHandler implements IQueryHandler<LookUpDomainRecord> {
  readonly #quota: Quota;

  constructor(
    private readonly sql: SqlQuery,
    private readonly records: DomainRecords,
    quotas: Quotas,
  ) {
    this.#quota = quotas.of('domain-look-ups', LOOKUPS, WINDOW_MS);
  }

  async execute({ caller, organizationId, domain }: LookUpDomainRecord): Promise<string[]> {
    requireAdministrator(caller, organizationId);
    const { id, provedAt } = await claimed(this.sql, organizationId, domain);
    if (provedAt) return [];
    const { granted, resetsInMs } = this.#quota.take(organizationId);
    if (!granted) throw new TooManyRequests(`Too many look-ups: try again in ${Math.ceil(resetsInMs / 1000)} s`);
    return this.records.textsOf(recordNameOf(id));
  }
}

async function claimed(sql: SqlQuery, organizationId: string, domain: string): Promise<EmailDomainState> {
  const row = await sql.row<EmailDomainState>(
    'email-domain.get',
    `select ${COLUMNS} from organization.email_domain where organization_id = $1 and domain = $2`,
    [organizationId, domain.toLowerCase()],
  );
  if (!row) throw new NotFound('Domain not found');
  return row;
}

function toView(row: EmailDomainState, publicUrl: string): OrganizationDomainView {
  const view: OrganizationDomainView = {
    object: 'organization-domain',
    domain: row.id,
    status: row.provedAt ? 'proved' : 'pending',
    record: { type: 'TXT', name: recordNameOf(row.id), value: recordTextOf(row.token) },
    createdAt: row.createdAt.toISOString(),
    urls: { location: `${publicUrl}/v1/orgs/${row.organizationId}/domains/${row.id}` },
  };
  if (row.provedBy) view.provedBy = row.provedBy;
  if (row.provedAt) view.provedAt = row.provedAt.toISOString();
  return view;
}
