import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { Members } from '../../../members/domain/members.js';
import { newRecoveryCodes, RecoveryCodes } from '../../domain/second-factor/recovery-codes.js';
import { Passkeys, RecoveryCodesOfUsers } from '../../domain/second-factor/second-factor-ports.js';
import { requireSecondFactor } from './require-second-factor.js';
import { MakeRecoveryCodes } from './second-factor.commands.js';

@CommandHandler(MakeRecoveryCodes)
export class MakeRecoveryCodesHandler implements ICommandHandler<MakeRecoveryCodes> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly codes: RecoveryCodesOfUsers,
    private readonly members: Members,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ session }: MakeRecoveryCodes): Promise<string[]> {
    const { userId } = session;
    await this.passkeys.lock(userId);
    await requireSecondFactor(this.dispatcher, session, { hasPasskeys: true });
    if ((await this.passkeys.ofUser(userId)).length === 0) throw new Conflict('Add a passkey first');
    const now = this.clock.now();
    const made = newRecoveryCodes();
    const known = await this.codes.find(userId);
    known?.replace(made, now);
    await this.codes.save(known ?? RecoveryCodes.create(userId, made, now));
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'recovery-codes.created',
      actorId: userId,
      target: { type: 'user', id: userId },
    });
    return made;
  }
}
