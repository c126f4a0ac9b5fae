import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { In, IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import { hashOf } from '#kernel/domain/secret-hash';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Invite, type InviteState } from '../domain/invite.js';
import type { Invites } from '../domain/invites.js';

export const inviteSchema = recordSchema<InviteState>({
  name: 'Invite',
  schema: 'organization',
  tableName: 'invite',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    email: { type: 'text', nullable: true },
    targetType: { type: 'text', name: 'target_type' },
    targetId: { type: 'text', name: 'target_id', nullable: true },
    role: { type: 'text', nullable: true },
    sso: { type: 'boolean' },
    secretHash: { type: 'text', name: 'secret_hash', nullable: true },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    expiresAt: { type: 'timestamptz', name: 'expires_at', nullable: true },
    acceptedBy: { type: 'text', name: 'accepted_by', nullable: true },
    acceptedAt: { type: 'timestamptz', name: 'accepted_at', nullable: true },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.invite' })
export class InviteStore extends AggregateStore<InviteState, Invite> implements Invites {
  protected readonly schema = inviteSchema;
  protected readonly noun = 'Invite';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  findLink(organizationId: string, inviteId: string): Promise<Invite | undefined> {
    return this.#lockOne({ organizationId, id: inviteId, email: IsNull() });
  }

  findToAccept(organizationId: string, inviteId: string): Promise<Invite | undefined> {
    return this.#lockOne({ organizationId, id: inviteId });
  }

  async findBySecret(secret: string): Promise<Invite | undefined> {
    return (await this.#lockOne({ secretHash: hashOf(secret) })) ?? this.#lockOne({ id: secret, email: IsNull() });
  }

  async findMailed(organizationId: string, emails: readonly string[]): Promise<Invite[]> {
    const { manager } = this.unitOfWork;
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`invite to ${organizationId}`]);
    const states = await manager.getRepository(inviteSchema).find({
      where: { organizationId, email: In([...emails]) },
      lock: { mode: 'pessimistic_write' },
    });
    return states.map((state) => Invite.from(state));
  }

  areOpenTo(email: string, now: Date): Promise<boolean> {
    const open = { email, sso: false, acceptedBy: IsNull(), expiresAt: MoreThan(now) };
    return this.unitOfWork.manager.getRepository(inviteSchema).existsBy(open);
  }

  async removeLink(organizationId: string, inviteId: string): Promise<boolean> {
    const { affected } = await this.unitOfWork.manager
      .getRepository(inviteSchema)
      .delete({ organizationId, id: inviteId, email: IsNull() });
    return affected === 1;
  }

  async purge(before: Date): Promise<void> {
    await this.unitOfWork.manager.query('delete from organization.invite where expires_at < $1 or accepted_at < $1', [
      before,
    ]);
  }

  protected from(state: InviteState): Invite {
    return Invite.from(state);
  }

  async #lockOne(where: FindOptionsWhere<InviteState>): Promise<Invite | undefined> {
    const state = await this.unitOfWork.manager
      .getRepository(inviteSchema)
      .findOne({ where, lock: { mode: 'pessimistic_write' } });
    return state ? Invite.from(state) : undefined;
  }
}
