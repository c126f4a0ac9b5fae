import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { randomDigits } from '#kernel/domain/id';
import { Command } from '#kernel/domain/messages';
import { hashOf } from '#kernel/domain/secret-hash';
import { nextAddress } from '../../../sign-in/application/session/next-address.js';
import { newSessionSecret } from '../../../sign-in/domain/session/session.js';
import { OidcProviders, OidcSignIns, type OidcRequest } from '../../domain/oidc/oidc.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';

/** How long a user may take to sign in at their provider. */
export const OIDC_SIGN_IN_MS = 600_000;
const STATE_DIGITS = 32;

/** Begins a sign-in at a provider of OpenID Connect. */
@NotAudited('no user is signed in yet')
export class BeginOidcSignIn extends Command<OidcRequest> {
  constructor(
    readonly providerId: string,
    /** The path to go to afterwards. */
    readonly next: string,
  ) {
    super();
  }
}

@CommandHandler(BeginOidcSignIn)
export class BeginOidcSignInHandler implements ICommandHandler<BeginOidcSignIn> {
  constructor(
    private readonly providers: OidcProviders,
    private readonly signIns: OidcSignIns,
    private readonly clock: Clock,
  ) {}

  async execute({ providerId, next }: BeginOidcSignIn): Promise<OidcRequest> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('Provider not found');
    provider.requireActive();
    if (nextAddress(next) === undefined) throw new SignInRefused('next', 'next must be a path of this server');
    const state = randomDigits(STATE_DIGITS);
    const secret = newSessionSecret();
    await this.signIns.begin({
      id: state,
      organizationId: provider.organizationId,
      providerId,
      browser: hashOf(secret),
      next,
      expiresAt: new Date(this.clock.now().getTime() + OIDC_SIGN_IN_MS),
    });
    return { state, secret };
  }
}
