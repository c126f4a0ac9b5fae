import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberRoleOf } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor } from '#kernel/infrastructure/database/paginate';
import { CallerOfUser } from '#organization';
import { rankOf, ROLES } from '#permissions';
import { ListSpacesOfMember, ListSpacesOfOrganization } from '../../application/space/space.queries.js';
import { roleOfScopes } from '../../domain/permission/script-role.js';
import { listParameters } from '../permission/access.js';
import { ListedSpaces } from './listed-spaces.js';

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
    const listing = {
      organizationId,
      order: 'asc',
      after: String(after),
      member: listParameters(caller, member),
      request,
      shown: script === undefined ? { atLeast: 0 } : { rank: script },
      item: 'space',
    } as const;
    return this.spaces.list(listing, (_space, text) => text);
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
    const listing = {
      organizationId,
      order,
      after: String(after),
      member: listParameters(user, member),
      request,
      shown: { atLeast: own === 'admin' ? rankOf(own) : 0 },
      item: 'space of a member',
    } as const;
    return this.spaces.list(listing, ({ rank }, text) => `{"permission":"${ROLES[rank - 1]}","space":${text}}`);
  }
}
