import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { hashOf } from '#kernel/domain/secret-hash';
import { OidcProviders, OidcSignIns } from '../../domain/oidc/oidc.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';

/**
 * Takes the sign-in that a browser comes back from, which is used up, whatever the provider answered; answers the path to
 * go to afterwards. Throws SignInRefused where this browser did not begin it,
 * NotFound for an unknown provider.
 */
@NotAudited('no user is signed in yet; RecordRefusedSignIn says when it fails')
export class TakeOidcSignIn extends Command<string> {
  constructor(
    readonly providerId: string,
    readonly state: string,
    /** The secret in the browser's cookie since the beginning. */
    readonly secret: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(TakeOidcSignIn)
export class TakeOidcSignInHandler implements ICommandHandler<TakeOidcSignIn> {
  constructor(
    private readonly providers: OidcProviders,
    private readonly signIns: OidcSignIns,
    private readonly clock: Clock,
  ) {}

  async execute({ providerId, state, secret }: TakeOidcSignIn): Promise<string> {
    if (!(await this.providers.find(providerId))) throw new NotFound('Provider not found');
    if (secret === undefined) throw new SignInRefused('browser', 'The sign-in was begun in another browser');
    const signIn = await this.signIns.take(providerId, state, this.clock.now());
    if (!signIn) throw new SignInRefused('browser', 'The sign-in is unknown, finished already or took too long');
    if (hashOf(secret) !== signIn.browser)
      throw new SignInRefused('browser', 'The sign-in was begun in another browser');
    return signIn.next;
  }
}
