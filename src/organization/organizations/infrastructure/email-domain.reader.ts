import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { EmailDomainView } from '../application/email-domain.view.js';
import { ListOrganizationsOfEmailDomain } from '../application/organization.queries.js';
import type { OrganizationView } from '../../contract/organization.view.js';
import type { OrganizationState } from '../domain/organization.js';
import { organizationPermissions } from '../domain/organization.policy.js';
import { USERS } from '../../members/infrastructure/reading.js';
import { ORGANIZATION_COLUMNS, toOrganizationView } from './organization.reader.js';

/** Far more organizations than share a domain on a self-hosted server. */
const MOST = 1000;

/** The permissions of a caller outside the organization. */
const NOTHING = Object.fromEntries(
  Object.keys(organizationPermissions(null)).map((name) => [name, false]),
) as unknown as OrganizationView['permissions'];

@QueryHandler(ListOrganizationsOfEmailDomain)
export class ListOrganizationsOfEmailDomainHandler implements IQueryHandler<ListOrganizationsOfEmailDomain> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, emailDomain }: ListOrganizationsOfEmailDomain): Promise<EmailDomainView> {
    const domain = emailDomain.toLowerCase();
    const rows = await this.sql.rows<OrganizationState>(
      'organization.of-email-domain',
      `select ${ORGANIZATION_COLUMNS} from organization.organization
       where email_domains @> array[$1]::text[] and (organization_id = any($2) or exists (
         select from ${USERS} u where u.id = $3 and u.email_verified and split_part(u.email, '@', 2) = $1))
       order by id limit ${MOST}`,
      [domain, [...caller.roles.keys()], caller.userId],
    );
    const organizations = rows.map((row) => {
      const role = caller.roles.get(row.id);
      const view = toOrganizationView(row, role ?? null, this.settings.publicUrl);
      return role === undefined ? asSeenFromOutside(view, domain) : view;
    });
    return { organizations };
  }
}

/** What a user who may join sees: neither how the organization is set up nor its other domains. */
function asSeenFromOutside(view: OrganizationView, domain: string): OrganizationView {
  const { object, id, title, createdAt, type, inviteLinks, plan, urls, trial } = view;
  const { type: kind } = view.mergeRules;
  const mergeRules: OrganizationView['mergeRules'] = kind === 'rules' ? { type: kind, rules: [] } : { type: kind };
  return {
    object,
    id,
    title,
    createdAt,
    type,
    inviteLinks,
    plan,
    urls,
    trial,
    mergeRules,
    emailDomains: [domain],
    permissions: NOTHING,
  };
}
