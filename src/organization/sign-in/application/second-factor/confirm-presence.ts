import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Clock } from '#kernel/domain/clock';
import type { AttemptLimit, PasswordHashing } from '../../domain/password/password-ports.js';
import { LONGEST_PASSWORD, normalPassword } from '../../domain/password/password-text.js';
import { isFresh } from '../../domain/session/session.js';
import { BeginAttempt, ConfirmPassword } from '../password/password.commands.js';
import { CurrentPasswordWrong } from '../password/set-password.js';
import { GetSession, type SessionView } from '../session/session.queries.js';
import type { InSession } from './second-factor.commands.js';

/** Makes sure that the user, and not another person at their browser, changes the second factor. */
export class ConfirmPresence {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly hashing: PasswordHashing,
    private readonly limit: AttemptLimit,
    private readonly clock: Clock,
  ) {}

  /** Whether a session is too old to be trusted without the password. */
  needsPassword({ createdAt }: SessionView): boolean {
    return !isFresh(new Date(createdAt), this.clock.now());
  }

  /**
   * Throws CurrentPasswordWrong where the session is older than an hour and the password is not right, and
   * TooManyRequests after too many attempts from the client's address.
   */
  async require({ userId, sessionId }: InSession, given: { current: string; address: string }): Promise<void> {
    const session = await this.dispatcher.ask(new GetSession(userId, sessionId));
    if (session && !this.needsPassword(session)) return;
    this.limit.take(given.address);
    const attempt = await this.dispatcher.run(new BeginAttempt({ userId }));
    const password = normalPassword(given.current.slice(0, LONGEST_PASSWORD * 2));
    const matched = await this.hashing.matches(attempt?.hash, password);
    const confirmed = matched && attempt?.hash !== undefined;
    if (!confirmed || !(await this.dispatcher.run(new ConfirmPassword(userId, attempt.hash ?? ''))))
      throw new CurrentPasswordWrong('The current password is not right, or it was tried too often: wait a little');
  }
}
