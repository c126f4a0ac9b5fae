import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { PendingSignIns, RecoveryCodesOfUsers } from '../../domain/second-factor/second-factor-ports.js';
import { OpenSession } from '../session/open-session.js';
import { UseRecoveryCode, type SecondStep } from './second-factor.commands.js';

@CommandHandler(UseRecoveryCode)
export class UseRecoveryCodeHandler implements ICommandHandler<UseRecoveryCode> {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly codes: RecoveryCodesOfUsers,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ browser, code }: UseRecoveryCode): Promise<SecondStep> {
    const now = this.clock.now();
    const found = await this.pending.find(browser, now);
    if (!found) return { refused: 'ended' };
    const { userId, next } = found;
    const codes = await this.codes.find(userId);
    if (!codes) return { userId, refused: 'code' };
    const outcome = codes.use(code, now);
    await this.codes.save(codes);
    if (outcome !== 'used') return { userId, refused: outcome === 'locked' ? 'locked' : 'code' };
    await this.pending.take(browser, now);
    const session = await this.dispatcher.run(new OpenSession(userId, { kind: 'password' }, 'recovery-code'));
    return { userId, session, next };
  }
}
