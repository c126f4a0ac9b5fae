import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { DeleteSecondFactor, type SecondFactorSummary } from '../../../contract/second-factor.js';
import { Members } from '../../../members/domain/members.js';
import { Passkeys, PendingSignIns, RecoveryCodesOfUsers } from '../../domain/second-factor/second-factor-ports.js';
import { Sessions } from '../../domain/session/sessions.js';

@CommandHandler(DeleteSecondFactor)
export class DeleteSecondFactorHandler implements ICommandHandler<DeleteSecondFactor> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly codes: RecoveryCodesOfUsers,
    private readonly pending: PendingSignIns,
    private readonly sessions: Sessions,
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ userId }: DeleteSecondFactor): Promise<SecondFactorSummary> {
    await this.passkeys.lock(userId);
    await this.pending.removeOf(userId);
    const passkeys = await this.passkeys.removeAll(userId);
    const codes = await this.codes.remove(userId);
    if (passkeys === 0) return { passkeys, codes };
    await this.sessions.downgrade(userId);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'second-factor.removed',
      target: { type: 'user', id: userId },
      payload: { passkeys, codes },
    });
    return { passkeys, codes };
  }
}
