import type { Dispatcher } from '#kernel/application/dispatcher';
import { hashOf } from '#kernel/domain/secret-hash';
import type { AttemptLimit } from '../../domain/password/password-ports.js';
import { parseAnswer } from '../../domain/second-factor/passkey-answer.js';
import type { PasskeyProtocol } from '../../domain/second-factor/second-factor-ports.js';
import { RecordFailedSignIn } from '../password/password.commands.js';
import { AcceptPasskey, TakeChallenge, UseRecoveryCode, type SecondStep } from './second-factor.commands.js';

/** Longer texts are no recovery codes, however they are spaced. */
const LONGEST_CODE = 100;

/**
 * The second step of signing in: with a passkey, or with a recovery code. Throws TooManyRequests after too many attempts
 * from the client's address, which count with those of passwords.
 */
export class ConfirmSignIn {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly protocol: PasskeyProtocol,
    private readonly limit: AttemptLimit,
  ) {}

  /** `secret` is the value of the browser's cookie, `answer` what its passkey signed, as JSON. */
  async withPasskey(secret: string, answer: string, address: string): Promise<SecondStep> {
    this.limit.take(address);
    const step = await this.#verified(hashOf(secret), answer);
    if ('refused' in step && step.userId !== undefined)
      await this.dispatcher.run(
        new RecordFailedSignIn(step.userId, step.refused === 'counter' ? 'counter' : 'answer', 'passkey'),
      );
    return step;
  }

  async withCode(secret: string, code: string, address: string): Promise<SecondStep> {
    this.limit.take(address);
    const step = await this.dispatcher.run(new UseRecoveryCode(hashOf(secret), code.slice(0, LONGEST_CODE)));
    if ('refused' in step && step.userId !== undefined)
      await this.dispatcher.run(
        new RecordFailedSignIn(step.userId, step.refused === 'locked' ? 'locked' : 'code', 'recovery-code'),
      );
    return step;
  }

  async #verified(browser: string, answer: string): Promise<SecondStep> {
    const parsed = parseAnswer(answer);
    const taken = await this.dispatcher.run(new TakeChallenge(browser, parsed?.id ?? ''));
    if (!taken) return { refused: 'ended' };
    const { userId, challenge, passkey } = taken;
    const signed = parsed && passkey && (await this.protocol.signed(parsed, challenge, passkey));
    if (!signed) return { userId, refused: 'passkey' };
    return this.dispatcher.run(new AcceptPasskey(browser, parsed.id, signed.counter));
  }
}
