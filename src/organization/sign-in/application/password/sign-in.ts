import type { Dispatcher } from '#kernel/application/dispatcher';
import { Unauthenticated } from '#kernel/domain/errors';
import type { AttemptLimit, PasswordHashing } from '../../domain/password/password-ports.js';
import { LONGEST_PASSWORD, normalPassword } from '../../domain/password/password-text.js';
import { AcceptAttempt, BeginAttempt, RecordFailedSignIn, type Attempt, type FirstStep } from './password.commands.js';

/** Refusals are delayed to a multiple of this time, so that their duration does not show what was found out. */
const STEP_MS = 250;
const REFUSED = 'The e-mail address or the password is not right';

/** Signs users in by password. No transaction is open while a password is hashed. */
export class SignIn {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly hashing: PasswordHashing,
    private readonly limit: AttemptLimit,
  ) {}

  /**
   * Returns a session, or a second step for a user with passkeys, who goes to the path `next` after it. Throws
   * Unauthenticated, the same for an unknown address, a wrong password and a locked one; and TooManyRequests
   * after too many attempts from the client's address.
   */
  async withPassword(email: string, text: string, address: string, next?: string): Promise<FirstStep> {
    this.limit.take(address);
    const began = performance.now();
    const step = await this.#attempt(email, text, next);
    if (step) return step;
    const elapsed = performance.now() - began;
    await new Promise((resume) => setTimeout(resume, STEP_MS - (elapsed % STEP_MS)));
    throw new Unauthenticated(REFUSED);
  }

  async #attempt(email: string, text: string, next: string | undefined): Promise<FirstStep | undefined> {
    const attempt = await this.dispatcher.run(new BeginAttempt({ email: email.trim() }));
    const password = normalPassword(text.slice(0, LONGEST_PASSWORD * 2));
    const matched = await this.hashing.matches(attempt?.hash, password);
    const step = matched ? await this.#accept(attempt, password, next) : undefined;
    if (attempt && !step) {
      await this.dispatcher.run(
        new RecordFailedSignIn(attempt.userId, attempt.hash === undefined ? 'locked' : 'password'),
      );
    }
    return step;
  }

  async #accept(
    attempt: Attempt | undefined,
    password: string,
    next: string | undefined,
  ): Promise<FirstStep | undefined> {
    if (attempt?.hash === undefined) return undefined;
    const renewed = this.hashing.outdated(attempt.hash) ? await this.hashing.hash(password) : undefined;
    return this.dispatcher.run(new AcceptAttempt(attempt.userId, attempt.hash, renewed, next));
  }
}
