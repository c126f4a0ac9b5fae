import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import type { PasskeyCredential } from '../../domain/second-factor/passkey.js';
import { newChallenge } from '../../domain/second-factor/pending-sign-in.js';
import { Passkeys, PendingSignIns, RecoveryCodesOfUsers } from '../../domain/second-factor/second-factor-ports.js';
import { OpenSession } from '../session/open-session.js';
import { AcceptPasskey, TakeChallenge, UseRecoveryCode, type SecondStep } from './second-factor.commands.js';

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
