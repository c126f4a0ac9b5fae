import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Passwords } from '../../domain/password/password-ports.js';
import { Members } from '../../../members/domain/members.js';
import { Users } from '../../../members/domain/users.js';
import { newPendingSignIn } from '../../domain/second-factor/pending-sign-in.js';
import { Passkeys, PendingSignIns } from '../../domain/second-factor/second-factor-ports.js';
import { OpenSession } from '../session/open-session.js';
import {
  AcceptAttempt,
  BeginAttempt,
  ConfirmPassword,
  RecordFailedSignIn,
  type Attempt,
  type FirstStep,
} from './password.commands.js';

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
    private readonly passkeys: Passkeys,
    private readonly pending: PendingSignIns,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, hash, renewed, next }: AcceptAttempt): Promise<FirstStep | undefined> {
    // Locks the password until the transaction ends: a change of it waits, and then also ends the session opened here.
    const password = await this.passwords.find(userId);
    if (password?.hash !== hash) return undefined;
    password.succeed(renewed);
    await this.passwords.save(password);
    if ((await this.passkeys.ofUser(userId)).length === 0)
      return { session: await this.dispatcher.run(new OpenSession(userId, { kind: 'password' })) };
    const { secret, pending } = newPendingSignIn(userId, next, this.clock.now());
    await this.pending.begin(pending);
    return { pending: { secret } };
  }
}

@CommandHandler(ConfirmPassword)
export class ConfirmPasswordHandler implements ICommandHandler<ConfirmPassword> {
  constructor(private readonly passwords: Passwords) {}

  async execute({ userId, hash }: ConfirmPassword): Promise<boolean> {
    const password = await this.passwords.find(userId);
    if (password?.hash !== hash) return false;
    password.succeed();
    await this.passwords.save(password);
    return true;
  }
}

@CommandHandler(RecordFailedSignIn)
export class RecordFailedSignInHandler implements ICommandHandler<RecordFailedSignIn> {
  constructor(
    private readonly members: Members,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ userId, reason, method }: RecordFailedSignIn): Promise<void> {
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'user.sign-in-failed',
      target: { type: 'user', id: userId },
      payload: { method, reason },
    });
  }
}
