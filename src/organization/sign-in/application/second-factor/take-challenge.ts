import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import type { PasskeyCredential } from '../../domain/second-factor/passkey.js';
import { newChallenge } from '../../domain/second-factor/pending-sign-in.js';
import { Passkeys, PendingSignIns } from '../../domain/second-factor/second-factor-ports.js';
import { TakeChallenge } from './second-factor.commands.js';

@CommandHandler(TakeChallenge)
export class TakeChallengeHandler implements ICommandHandler<TakeChallenge> {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
  ) {}

  async execute({
    browser,
    credentialId,
  }: TakeChallenge): Promise<
    { userId: string; challenge: string; passkey: PasskeyCredential | undefined } | undefined
  > {
    const taken = await this.pending.takeChallenge(browser, newChallenge(), this.clock.now());
    if (!taken) return undefined;
    const passkey = await this.passkeys.findByCredential(taken.userId, credentialId);
    return { ...taken, passkey: passkey?.snapshot() };
  }
}
