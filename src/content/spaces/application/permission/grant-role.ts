import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { MembersByIds, TeamsByIds } from '#organization';
import { Grants, GuardedRecords, type GuardedRecord, type SubjectKind } from '../../domain/permission/grants.js';
import { administer, lockGrants } from './administer.js';
import { GrantRole } from './permission.commands.js';
import { writeGrants, type GrantTools } from './write-grants.js';

@CommandHandler(GrantRole)
export class GrantRoleHandler implements ICommandHandler<GrantRole> {
  readonly #tools: GrantTools;

  constructor(
    private readonly records: GuardedRecords,
    private readonly grants: Grants,
    trail: AuditTrail,
    private readonly dispatcher: Dispatcher,
    clock: Clock,
  ) {
    this.#tools = { grants, trail, dispatcher, clock };
  }

  async execute({ caller, on, to, role }: GrantRole): Promise<void> {
    const record = await administer(this.records, caller, on);
    for (const kind of ['user', 'team'] as const) {
      const ids = to[kind];
      if (ids.length === 0) continue;
      await this.#requireKnown(caller, record, kind, ids);
      const known = await lockGrants(this.grants, record, kind, ids);
      await writeGrants(this.#tools, caller, record, kind, ids, role, known);
    }
  }

  /** Members include guests. */
  async #requireKnown(caller: Caller, { organizationId }: GuardedRecord, kind: SubjectKind, ids: readonly string[]) {
    const known: ReadonlyMap<string, unknown> = await (kind === 'user'
      ? this.dispatcher.ask(new MembersByIds(organizationId, ids))
      : this.dispatcher.ask(new TeamsByIds(caller, organizationId, ids)));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown === undefined) return;
    throw new Invalid(
      kind === 'user'
        ? `users: ${unknown} is no member of the organization`
        : `teams: ${unknown} is no team of the organization`,
    );
  }
}
