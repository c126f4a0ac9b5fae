import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Members } from '../../../members/domain/members.js';
import { changeTeamMembers } from '../../../teams/application/team-membership.js';
import type { Team } from '../../../teams/domain/team.js';
import { Teams } from '../../../teams/domain/teams.js';
import { ProvisionedGroups } from '../../domain/provisioned.js';
import { readGroup, readGroupPatch, type MemberChanges } from '../../domain/resource/group-changes.js';
import { readOperations } from '../../domain/resource/operations.js';
import { ScimRefusal } from '../../domain/scim-refusal.js';
import { provisionedBy } from '../audit-payload.js';
import { ChangeProvisionedGroup } from './group.commands.js';

@CommandHandler(ChangeProvisionedGroup)
export class ChangeProvisionedGroupHandler implements ICommandHandler<ChangeProvisionedGroup> {
  constructor(
    readonly teams: Teams,
    readonly members: Members,
    readonly callers: Callers,
    readonly trail: AuditTrail,
    private readonly groups: ProvisionedGroups,
    private readonly clock: Clock,
  ) {}

  async execute(command: ChangeProvisionedGroup): Promise<void> {
    const { by, groupId, how, body } = command;
    const changes = how === 'replace' ? readGroup(body) : readGroupPatch(readOperations(body));
    const team = await this.teams.findToChange(by.organizationId, groupId);
    if (!team) throw new NotFound('Group not found');
    if (changes.displayName !== undefined) await this.#rename(command, team, changes.displayName);
    const externalId =
      changes.externalId === undefined
        ? await this.groups.externalIdOf(by.organizationId, groupId)
        : changes.externalId;
    await this.groups.save(by.organizationId, groupId, externalId, this.clock.now());
    await this.#changeMembers(command, team, changes.members);
  }

  async #rename({ by }: ChangeProvisionedGroup, team: Team, displayName: string): Promise<void> {
    const { organizationId } = by;
    const before = team.title;
    team.rename(displayName);
    if (team.title === before) return;
    if (await this.groups.hasTitle(organizationId, team.title, team.id))
      throw new ScimRefusal('uniqueness', `There is a group called ${team.title}`);
    await this.teams.save(team);
    await this.trail.record({
      organizations: [organizationId],
      action: 'team.renamed',
      target: { type: 'team', id: team.id, label: team.title },
      payload: { before, after: team.title, ...provisionedBy(by) },
    });
  }

  async #changeMembers({ by }: ChangeProvisionedGroup, team: Team, members: MemberChanges): Promise<void> {
    const add = [...members.added];
    const remove = members.replaces
      ? await this.groups.membersBesides(by.organizationId, team.id, add)
      : [...members.removed];
    await changeTeamMembers(this, team, { add, remove }, undefined, provisionedBy(by));
  }
}
