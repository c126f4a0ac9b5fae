import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Clock } from '#kernel/domain/clock';
import { Forbidden, Invalid, NotFound } from '#kernel/domain/errors';
import type { AttemptLimit, PasswordHashing, PasswordStrength } from '../../domain/password/password-ports.js';
import { normalPassword, validPassword } from '../../domain/password/password-text.js';
import { isFresh } from '../../domain/session/session.js';
import { GetSession } from '../session/session.queries.js';
import { BeginAttempt, StorePassword, UsePasswordLink } from './password.commands.js';
import { GetPasswordOwner } from './password.queries.js';

/** The user entered a wrong current password. */
export class CurrentPasswordWrong extends Invalid {}

/** Sets first and changed passwords. No transaction is open while a password is hashed. */
export class SetPassword {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly hashing: PasswordHashing,
    private readonly strength: PasswordStrength,
    private readonly limit: AttemptLimit,
    private readonly clock: Clock,
  ) {}

  /** Validates and hashes a password. Throws Invalid when it is too short, too long or easy to guess. */
  async hash(text: string, owner: { email: string; displayName: string }): Promise<string> {
    const password = validPassword(text);
    if (await this.strength.guessable(password, [owner.email, owner.displayName]))
      throw new Invalid(
        'This password would be guessed soon: take a longer one, or several words that do not belong together',
      );
    return this.hashing.hash(password);
  }

  /**
   * Changes the user's password and ends their other sessions. Throws CurrentPasswordWrong; without a password yet,
   * Forbidden in a session that an identity provider vouched for, or that is older than an hour.
   */
  async change(
    { userId, sessionId }: { userId: string; sessionId: string },
    given: { current: string; next: string; address: string },
  ): Promise<void> {
    const owner = await this.dispatcher.ask(new GetPasswordOwner({ userId }));
    if (!owner) throw new NotFound('User not found');
    this.limit.take(given.address);
    const hash = await this.hash(given.next, owner);
    const replaced = owner.hasPassword
      ? await this.#confirm(userId, given.current)
      : await this.#first(userId, sessionId);
    await this.dispatcher.run(new StorePassword(userId, hash, replaced, sessionId));
  }

  /** Sets the password with the link's secret and ends all sessions. Throws NotFound when the link is not valid. */
  async byLink(secret: string, text: string): Promise<void> {
    const owner = await this.dispatcher.ask(new GetPasswordOwner({ link: secret }));
    if (!owner) throw new NotFound('The link is not good, or no longer');
    await this.dispatcher.run(new UsePasswordLink(secret, await this.hash(text, owner)));
  }

  /** Checks the current password; returns its hash. */
  async #confirm(userId: string, current: string): Promise<string> {
    const attempt = await this.dispatcher.run(new BeginAttempt({ userId }));
    const matched = await this.hashing.matches(attempt?.hash, normalPassword(current));
    if (!matched || attempt?.hash === undefined)
      throw new CurrentPasswordWrong('The current password is not right, or it was tried too often: wait a little');
    return attempt.hash;
  }

  /**
   * A user without a password and without an identity provider has come in by an invite or a link. As there is no
   * password to confirm, the session must be recent.
   */
  async #first(userId: string, sessionId: string): Promise<undefined> {
    const session = await this.dispatcher.ask(new GetSession(userId, sessionId));
    if (session?.method !== 'password') throw new Forbidden('Somebody who signs in by single sign-on sets no password');
    if (!isFresh(new Date(session.createdAt), this.clock.now()))
      throw new Forbidden(
        'You signed in too long ago to set a first password here: have a link to set one sent to you',
      );
  }
}
