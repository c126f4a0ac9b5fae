import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberRoleOf, type Caller, type Role } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { versionTag } from '#kernel/domain/version-tag';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { OrganizationView } from '../../contract/organization.view.js';
import { GetTaggedOrganization } from '../application/organization.queries.js';
import { AllowsAI, GetOrganization, ListOrganizations } from '../../contract/queries.js';
import type { OrganizationState } from '../domain/organization.js';
import { organizationPermissions } from '../domain/organization.policy.js';

/** The columns of an organization, under the names of its state. */
export const ORGANIZATION_COLUMNS = `id, version, title, type, email_domains as "emailDomains", hostname, use_case as "useCase",
  community_type as "communityType", default_role as "defaultRole", default_content as "defaultContent", logo, sso, ai,
  invite_links as "inviteLinks", merge_rules as "mergeRules", second_factor_since as "secondFactorSince",
  created_at as "createdAt"`;

@QueryHandler(GetOrganization)
export class GetOrganizationHandler implements IQueryHandler<GetOrganization> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId }: GetOrganization): Promise<OrganizationView> {
    const { row, role } = await readOrganization(this.sql, caller, organizationId);
    return toOrganizationView(row, role, this.settings.publicUrl);
  }
}

@QueryHandler(GetTaggedOrganization)
export class GetTaggedOrganizationHandler implements IQueryHandler<GetTaggedOrganization> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId }: GetTaggedOrganization): Promise<{ view: OrganizationView; etag: string }> {
    const { row, role } = await readOrganization(this.sql, caller, organizationId);
    return {
      view: toOrganizationView(row, role, this.settings.publicUrl),
      etag: versionTag(row.version, role ?? 'guest'),
    };
  }
}

@QueryHandler(ListOrganizations)
export class ListOrganizationsHandler implements IQueryHandler<ListOrganizations> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, page }: ListOrganizations): Promise<Page<OrganizationView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.#rows(caller, String(after), request.limit + 1);
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toOrganizationView(row, caller.roles.get(row.id) ?? null, this.settings.publicUrl),
    );
  }

  /** Asks for as many as are listed, of all the caller's; where some were just deleted, for the next ones as well. */
  async #rows(caller: Caller, after: string, count: number): Promise<OrganizationState[]> {
    const ids = idsAfter(caller, after).slice(0, count);
    const rows = await this.sql.rows<OrganizationState>(
      'organization.list-2',
      `select ${ORGANIZATION_COLUMNS} from organization.organization
       where organization_id = any($1) and id = any($1) order by id`,
      [ids],
    );
    const last = ids.at(-1);
    if (ids.length < count || rows.length === count || last === undefined) return rows;
    return [...rows, ...(await this.#rows(caller, last, count - rows.length))];
  }
}

/** The ids of a caller's organizations, in order; a caller is kept for some requests. */
const ORDERED = new WeakMap<Caller['roles'], readonly string[]>();

function idsAfter({ roles }: Caller, after: string): readonly string[] {
  let ordered = ORDERED.get(roles);
  if (!ordered) ORDERED.set(roles, (ordered = [...roles.keys()].sort()));
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? '') > after) high = middle;
    else low = middle + 1;
  }
  return ordered.slice(low);
}

/** The row of an organization and the caller's role in it. */
async function readOrganization(
  sql: SqlQuery,
  caller: Caller,
  organizationId: string,
): Promise<{ row: OrganizationState; role: Role | null }> {
  const role = memberRoleOf(caller, organizationId);
  const row =
    role === undefined
      ? undefined
      : await sql.row<OrganizationState>(
          'organization.get',
          `select ${ORGANIZATION_COLUMNS} from organization.organization where organization_id = $1 and id = $1`,
          [organizationId],
        );
  if (!row || role === undefined) throw new NotFound('Organization not found');
  return { row, role };
}

export function toOrganizationView(row: OrganizationState, role: Role | null, publicUrl: string): OrganizationView {
  const view: OrganizationView = {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.createdAt.toISOString(),
    emailDomains: row.emailDomains,
    type: row.type,
    defaultRole: row.defaultRole,
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.inviteLinks,
    plan: 'enterprise_2024',
    mergeRules: row.mergeRules,
    urls: { location: `${publicUrl}/v1/orgs/${row.id}`, app: `${publicUrl}/o/${row.id}` },
    trial: { status: 'notapplicable', count: 0 },
    permissions: organizationPermissions(role),
  };
  if (row.hostname !== null) view.hostname = row.hostname;
  if (row.useCase !== null) view.useCase = row.useCase as NonNullable<OrganizationView['useCase']>;
  if (row.communityType !== null)
    view.communityType = row.communityType as NonNullable<OrganizationView['communityType']>;
  if (row.defaultContent !== null) view.defaultContent = row.defaultContent;
  if (row.logo !== null) view.urls.logo = row.logo;
  return view;
}

@QueryHandler(AllowsAI)
export class AllowsAIHandler implements IQueryHandler<AllowsAI> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId }: AllowsAI): Promise<boolean> {
    const row = await this.sql.row<{ ai: boolean }>(
      'organization.allows-ai',
      'select ai from organization.organization where id = $1',
      [organizationId],
    );
    return row?.ai ?? false;
  }
}
