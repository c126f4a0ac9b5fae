import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { roleAtLeast, type Caller, type Role } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { hashOf } from '#kernel/domain/secret-hash';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { InviteLinkView } from '../application/invite-link.view.js';
import { GetInviteLink, ListInviteLinks } from '../application/invite.queries.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import type { InviteTarget } from '../../contract/invite-target.js';
import { InviteBySecret, InviteTargets, type InviteSummary } from '../../contract/queries.js';
import { ORGANIZATIONS } from '../../organizations/infrastructure/reading.js';
import { IsInvited } from '../../sign-in/application/password/password.queries.js';
import { Invites } from '../domain/invites.js';

interface LinkRow {
  organizationId: string;
  id: string;
  targetType: InviteTarget['type'];
  targetId: string | null;
  role: Role | null;
}

interface SummaryRow extends LinkRow {
  title: string;
  email: string | null;
  expiresAt: Date | null;
}

const COLUMNS = `i.organization_id as "organizationId", i.id, i.target_type as "targetType", i.target_id as "targetId",
  i.role`;

@QueryHandler(ListInviteLinks)
export class ListInviteLinksHandler implements IQueryHandler<ListInviteLinks> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListInviteLinks): Promise<Page<InviteLinkView>> {
    requireAdministrator(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<LinkRow>(
      'invite.list-links',
      `select ${COLUMNS} from organization.invite i
       where i.organization_id = $1 and i.email is null and i.id > $2 order by i.id limit $3`,
      [organizationId, after, request.limit + 1],
    );
    const records = await recordsOf(this.dispatcher, caller, organizationId, rows.slice(0, request.limit));
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, caller, records, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetInviteLink)
export class GetInviteLinkHandler implements IQueryHandler<GetInviteLink> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, inviteId }: GetInviteLink): Promise<InviteLinkView> {
    requireAdministrator(caller, organizationId);
    const row = await this.sql.row<LinkRow>(
      'invite.get-link',
      `select ${COLUMNS} from organization.invite i where i.organization_id = $1 and i.id = $2 and i.email is null`,
      [organizationId, inviteId],
    );
    if (!row) throw new NotFound('Invite not found');
    const records = await recordsOf(this.dispatcher, caller, organizationId, [row]);
    return toView(row, caller, records, this.settings.publicUrl);
  }
}

@QueryHandler(InviteBySecret)
export class InviteBySecretHandler implements IQueryHandler<InviteBySecret> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ secret }: InviteBySecret): Promise<InviteSummary | undefined> {
    const row = await this.sql.row<SummaryRow>(
      'invite.by-secret',
      `select ${COLUMNS}, i.email, i.expires_at as "expiresAt", o.title
       from organization.invite i join ${ORGANIZATIONS} o using (organization_id)
       where (i.secret_hash = $1 or (i.id = $2 and i.email is null and o.invite_links))
         and i.accepted_by is null and (i.expires_at is null or i.expires_at > $3)`,
      [hashOf(secret), secret, this.clock.now()],
    );
    if (!row) return undefined;
    const target = targetOf(row);
    return {
      organizationId: row.organizationId,
      organizationTitle: row.title,
      role: target.type === 'organization' ? row.role : null,
      target,
      ...(row.email === null ? {} : { email: row.email }),
      ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt }),
    };
  }
}

@QueryHandler(IsInvited)
export class IsInvitedHandler implements IQueryHandler<IsInvited> {
  constructor(
    private readonly invites: Invites,
    private readonly clock: Clock,
  ) {}

  execute({ email }: IsInvited): Promise<boolean> {
    return this.invites.areOpenTo(email, this.clock.now());
  }
}

function targetOf({ targetType, targetId }: LinkRow): InviteTarget {
  return targetType === 'organization' ? { type: targetType } : { type: targetType, id: targetId ?? '' };
}

/** The spaces and collections that links lead to, loaded in one query. */
async function recordsOf(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  rows: readonly LinkRow[],
): Promise<Map<string, object>> {
  const targets = rows.map(targetOf).filter((target) => target.type !== 'organization');
  return targets.length === 0 ? new Map() : dispatcher.ask(new InviteTargets(caller, organizationId, targets));
}

function toView(row: LinkRow, caller: Caller, records: ReadonlyMap<string, object>, publicUrl: string): InviteLinkView {
  const own = caller.roles.get(row.organizationId);
  const target = targetOf(row);
  const view: InviteLinkView = {
    object: 'invite',
    id: row.id,
    role: target.type === 'organization' ? row.role : null,
    // Administrators have every level everywhere, and only they see links.
    redundant: row.role === null || roleAtLeast(own, row.role),
    urls: {
      location: `${publicUrl}/v1/orgs/${row.organizationId}/link-invites/${row.id}`,
      app: `${publicUrl}/invite/${row.id}`,
    },
  };
  if (target.type === 'organization') return view;
  view.level = row.role;
  const record = records.get(target.id);
  if (record) view[target.type] = record;
  return view;
}
