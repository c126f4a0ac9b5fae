import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Members } from '../../../members/domain/members.js';
import { Passkeys, PendingSignIns, RecoveryCodesOfUsers } from '../../domain/second-factor/second-factor-ports.js';
import { Sessions } from '../../domain/session/sessions.js';
import { requireSecondFactor } from './require-second-factor.js';
import { RemovePasskey } from './second-factor.commands.js';

@CommandHandler(RemovePasskey)
export class RemovePasskeyHandler implements ICommandHandler<RemovePasskey> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly codes: RecoveryCodesOfUsers,
    private readonly pending: PendingSignIns,
    private readonly sessions: Sessions,
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ session, passkeyId }: RemovePasskey): Promise<void> {
    const { userId } = session;
    await this.passkeys.lock(userId);
    await requireSecondFactor(this.dispatcher, session, { hasPasskeys: true });
    await this.pending.removeOf(userId);
    const label = await this.passkeys.remove(userId, passkeyId);
    if (label === undefined) return;
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'passkey.removed',
      actorId: userId,
      target: { type: 'passkey', id: passkeyId, label },
    });
    if ((await this.passkeys.ofUser(userId)).length > 0) return;
    await this.codes.remove(userId);
    await this.sessions.downgrade(userId);
    await this.callers.changed(userId);
  }
}
