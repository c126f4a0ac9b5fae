import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Passkeys, PendingSignIns } from '../../domain/second-factor/second-factor-ports.js';
import { OpenSession } from '../session/open-session.js';
import { AcceptPasskey, type SecondStep } from './second-factor.commands.js';

@CommandHandler(AcceptPasskey)
export class AcceptPasskeyHandler implements ICommandHandler<AcceptPasskey> {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly passkeys: Passkeys,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ browser, credentialId, counter }: AcceptPasskey): Promise<SecondStep> {
    const now = this.clock.now();
    // Locked, so that of two answers at once the second finds nothing; all that removes passkeys removes these first.
    const found = await this.pending.find(browser, now);
    if (!found) return { refused: 'ended' };
    const { userId, next } = found;
    const passkey = await this.passkeys.findByCredential(userId, credentialId);
    if (!passkey) return { userId, refused: 'passkey' };
    if (!passkey.use(counter, now)) return { userId, refused: 'counter' };
    await this.passkeys.save(passkey);
    await this.pending.take(browser, now);
    const session = await this.dispatcher.run(new OpenSession(userId, { kind: 'password' }, 'passkey'));
    return { userId, session, next };
  }
}
