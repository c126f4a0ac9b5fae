import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Passwords } from '../../domain/password/password-ports.js';
import { Members } from '../../../members/domain/members.js';
import { Users } from '../../../members/domain/users.js';
import { OpenSession, type OpenedSession } from '../session/open-session.js';
import { AcceptAttempt, BeginAttempt, RecordFailedSignIn, type Attempt } from './password.commands.js';

@CommandHandler(BeginAttempt)
export class BeginAttemptHandler implements ICommandHandler<BeginAttempt> {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  async execute({ whose }: BeginAttempt): Promise<Attempt | undefined> {
    const userId = 'userId' in whose ? whose.userId : (await this.users.findByEmail(whose.email))?.id;
    const password = userId === undefined ? undefined : await this.passwords.find(userId);
    if (!password) return undefined;
    if (!password.attempt(this.clock.now())) return { userId: password.id };
    await this.passwords.save(password);
    return { userId: password.id, hash: password.hash };
  }
}

@CommandHandler(AcceptAttempt)
export class AcceptAttemptHandler implements ICommandHandler<AcceptAttempt> {
  constructor(
    private readonly passwords: Passwords,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ userId, hash, renewed }: AcceptAttempt): Promise<OpenedSession | undefined> {
    // Locks the password until the transaction ends: a change of it waits, and then also ends the session opened here.
    const password = await this.passwords.find(userId);
    if (password?.hash !== hash) return undefined;
    password.succeed(renewed);
    await this.passwords.save(password);
    return this.dispatcher.run(new OpenSession(userId, { kind: 'password' }));
  }
}

@CommandHandler(RecordFailedSignIn)
export class RecordFailedSignInHandler implements ICommandHandler<RecordFailedSignIn> {
  constructor(
    private readonly members: Members,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ userId, reason }: RecordFailedSignIn): Promise<void> {
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'user.sign-in-failed',
      target: { type: 'user', id: userId },
      payload: { method: 'password', reason },
    });
  }
}
