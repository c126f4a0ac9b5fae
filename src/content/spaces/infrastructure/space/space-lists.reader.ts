import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberRoleOf } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toTextPage } from '#kernel/infrastructure/database/paginate';
import { CallerOfUser } from '#organization';
import { rankOf, ROLES } from '#permissions';
import { ListSpacesOfMember, ListSpacesOfOrganization } from '../../application/space/space.queries.js';
import { roleOfScopes } from '../../domain/permission/script-role.js';
import { listParameters } from '../permission/access.js';
import { ListedSpaces, type ListedSpace } from './listed-spaces.js';

/** The id at which a list begins: before or after every other id. */
const START = { asc: '', desc: '~' };

/** The list of the spaces that a caller may see. */
@QueryHandler(ListSpacesOfOrganization)
export class ListSpacesOfOrganizationHandler implements IQueryHandler<ListSpacesOfOrganization> {
  constructor(private readonly spaces: ListedSpaces) {}

  async execute({ caller, organizationId, page }: ListSpacesOfOrganization): Promise<JsonText> {
    const member = memberRoleOf(caller, organizationId);
    if (member === undefined) throw new NotFound('Organization not found');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [START.asc];
    const script = caller.script && rankOf(roleOfScopes(caller.script.scopes) ?? null);
    const found = await this.spaces.list({
      organizationId,
      order: 'asc',
      after: String(after),
      member: listParameters(caller, member),
      count: request.limit + 1,
      shownRank: (rank) => script ?? rank,
    });
    return toList(found, request, ({ text }) => text);
  }
}

/** The list of the spaces of a member, with the permissions of the caller. */
@QueryHandler(ListSpacesOfMember)
export class ListSpacesOfMemberHandler implements IQueryHandler<ListSpacesOfMember> {
  constructor(
    private readonly spaces: ListedSpaces,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, userId, order, page }: ListSpacesOfMember): Promise<JsonText> {
    const own = caller.roles.get(organizationId);
    if (own === undefined) throw new NotFound('Organization not found');
    if (own !== 'admin' && userId !== caller.userId)
      throw new Forbidden('Only administrators see what others may do in the organization');
    const user = userId === caller.userId ? caller : await this.dispatcher.ask(new CallerOfUser(userId));
    const member = user?.roles.get(organizationId);
    if (!user || member === undefined) throw new NotFound('Member not found');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [START[order]];
    const viewer = own === 'admin' ? rankOf(own) : 0;
    const found = await this.spaces.list({
      organizationId,
      order,
      after: String(after),
      member: listParameters(user, member),
      count: request.limit + 1,
      shownRank: (rank) => Math.max(rank, viewer),
    });
    return toList(found, request, ({ rank, text }) => `{"permission":"${ROLES[rank - 1]}","space":${text}}`);
  }
}

function toList(found: readonly ListedSpace[], request: PageRequest, item: (space: ListedSpace) => string): JsonText {
  const shown = found.slice(0, request.limit);
  const last = shown.at(-1);
  const more = found.length > request.limit;
  const items = `[${shown.map(item).join(',')}]`;
  return toTextPage({ items, count: shown.length, more, last: last && [last.id] }, request);
}
