import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { Password } from '../../domain/password/password.js';
import { Passwords } from '../../domain/password/password-ports.js';
import { PendingSignIns } from '../../domain/second-factor/second-factor-ports.js';
import { Members } from '../../../members/domain/members.js';
import { EndSessions } from '../session/end-sessions.js';
import { StorePassword } from './password.commands.js';

@CommandHandler(StorePassword)
export class StorePasswordHandler implements ICommandHandler<StorePassword> {
  constructor(
    private readonly passwords: Passwords,
    private readonly pending: PendingSignIns,
    private readonly members: Members,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, hash, replaced, keep }: StorePassword): Promise<void> {
    const known = await this.passwords.find(userId);
    if (typeof replaced !== 'object' && known?.hash !== replaced)
      throw new Conflict('The password was changed meanwhile');
    const now = this.clock.now();
    const password = known ?? Password.set(userId, hash, now);
    if (known) known.change(hash, now);
    await this.passwords.save(password);
    // Those that the password before has begun; one that ends at the same moment has its session ended below.
    await this.pending.removeOf(userId);
    await this.dispatcher.run(new EndSessions(userId, keep === undefined ? {} : { keep }));
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'user.password-changed',
      actorId: userId,
      target: { type: 'user', id: userId },
      payload: { first: !known },
    });
  }
}
