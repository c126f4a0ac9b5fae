import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { hashOf } from '#kernel/domain/secret-hash';
import { Members } from '../../../members/domain/members.js';
import { newSessionSecret, Session } from '../../domain/session/session.js';
import { Sessions } from '../../domain/session/sessions.js';

/** How the user signed in. */
export type SignInMethod =
  { kind: 'password' | 'invite' } | { kind: 'saml' | 'oidc'; organizationId: string; providerId: string };

/** A session that was opened; its secret is the value of the cookie and stored nowhere else. */
export interface OpenedSession {
  id: string;
  secret: string;
  expiresAt: Date;
}

/** Opens a session for an authenticated user; `secondFactor` is what they showed besides a password. */
@Audits('user.signed-in')
export class OpenSession extends Command<OpenedSession> {
  constructor(
    readonly userId: string,
    readonly method: SignInMethod,
    readonly secondFactor?: 'passkey' | 'recovery-code',
  ) {
    super();
  }
}

@CommandHandler(OpenSession)
export class OpenSessionHandler implements ICommandHandler<OpenSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly members: Members,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, method, secondFactor }: OpenSession): Promise<OpenedSession> {
    const secret = newSessionSecret();
    const vouched = 'providerId' in method ? method : undefined;
    const session = Session.open(
      userId,
      hashOf(secret),
      { vouched, secondFactor: secondFactor !== undefined },
      this.clock.now(),
    );
    await this.sessions.save(session);
    await this.audit.record({
      organizations: vouched ? [vouched.organizationId] : await this.members.organizationsOf(userId),
      action: 'user.signed-in',
      actorId: userId,
      target: { type: 'user', id: userId },
      payload: { method: method.kind, ...(secondFactor !== undefined && { secondFactor }) },
    });
    return { id: session.id, secret, expiresAt: session.snapshot().expiresAt };
  }
}
