import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { LessThanOrEqual, Not } from 'typeorm';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { USERS } from '../../../members/infrastructure/reading.js';
import { Session, type SessionState } from '../../domain/session/session.js';
import type { Sessions } from '../../domain/session/sessions.js';

export const sessionSchema = recordSchema<SessionState>({
  name: 'Session',
  schema: 'organization',
  tableName: 'session',
  columns: {
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    userId: { type: 'text', name: 'user_id' },
    hash: { type: 'text' },
    ssoOrganization: { type: 'text', name: 'sso_organization', nullable: true },
    ssoProvider: { type: 'text', name: 'sso_provider', nullable: true },
    secondFactor: { type: 'boolean', name: 'second_factor' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    expiresAt: { type: 'timestamptz', name: 'expires_at' },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.session', column: 'sso_organization' })
export class SessionStore extends AggregateStore<SessionState, Session> implements Sessions {
  protected readonly schema = sessionSchema;
  protected readonly noun = 'Session';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  async remove(userId: string, sessionId: string): Promise<void> {
    await this.#sessions.delete({ userId, id: sessionId });
  }

  async removeAll(userId: string, keep?: string): Promise<void> {
    await this.#sessions.delete({ userId, ...(keep !== undefined && { id: Not(keep) }) });
  }

  async removeOfProvider(userId: string, organizationId: string): Promise<void> {
    await this.#sessions.delete({ userId, ssoOrganization: organizationId });
  }

  async removeThese(sessionIds: readonly string[]): Promise<string[]> {
    const ended = await this.unitOfWork.manager.query<[{ userId: string }[], number]>(
      'delete from organization.session where id = any($1) returning user_id as "userId"',
      [sessionIds],
    );
    return [...new Set(ended[0].map(({ userId }) => userId))];
  }

  async removeVouchedBy(providerId: string): Promise<string[]> {
    const ended = await this.unitOfWork.manager.query<[{ userId: string }[], number]>(
      'delete from organization.session where sso_provider = $1 returning user_id as "userId"',
      [providerId],
    );
    return [...new Set(ended[0].map(({ userId }) => userId))];
  }

  async removeOfDomain(organizationId: string, domain: string): Promise<string[]> {
    const ended = await this.unitOfWork.manager.query<[{ userId: string }[], number]>(
      `delete from organization.session s using ${USERS} u
       where s.sso_organization = $1 and u.id = s.user_id and split_part(u.email, '@', 2) = $2
       returning s.user_id as "userId"`,
      [organizationId, domain],
    );
    return [...new Set(ended[0].map(({ userId }) => userId))];
  }

  async upgrade(userId: string, sessionId: string): Promise<void> {
    await this.#sessions.update({ userId, id: sessionId }, { secondFactor: true });
  }

  async downgrade(userId: string): Promise<void> {
    await this.#sessions.update({ userId }, { secondFactor: false });
  }

  async removeExpired(now: Date): Promise<void> {
    await this.#sessions.delete({ expiresAt: LessThanOrEqual(now) });
  }

  protected from(state: SessionState): Session {
    return Session.from(state);
  }

  get #sessions() {
    return this.unitOfWork.manager.getRepository(sessionSchema);
  }
}
