import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { randomDigits } from '#kernel/domain/id';
import { Command } from '#kernel/domain/messages';
import { hashOf } from '#kernel/domain/secret-hash';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import { SamlProtocol, SamlProviders, SignIns } from '../../domain/saml/saml.ports.js';
import { newSessionSecret } from '../../../sign-in/domain/session/session.js';
import { nextAddress } from '../../../sign-in/application/session/next-address.js';

/** How long a user may take to sign in at their provider. */
export const SIGN_IN_MS = 600_000;
const ID_DIGITS = 32;

/**
 * A sign-in that was begun: the address to send the browser to, and the secret that identifies it when it comes back.
 */
export interface StartedSignIn {
  requestId: string;
  address: string;
  secret: string;
}

/** Begins a sign-in at a provider. */
@NotAudited('nobody is signed in yet')
export class StartSignIn extends Command<StartedSignIn> {
  constructor(
    readonly providerId: string,
    /** The path to go to afterwards. */
    readonly next: string,
  ) {
    super();
  }
}

@CommandHandler(StartSignIn)
export class StartSignInHandler implements ICommandHandler<StartSignIn> {
  constructor(
    private readonly providers: SamlProviders,
    private readonly protocol: SamlProtocol,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  async execute({ providerId, next }: StartSignIn): Promise<StartedSignIn> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('SAML provider not found');
    provider.requireActive();
    if (nextAddress(next) === undefined) {
      throw new SignInRefused('next', 'next must be a path of this server');
    }
    // An XML id must begin with a letter or underscore.
    const requestId = `_${randomDigits(ID_DIGITS)}`;
    const secret = newSessionSecret();
    await this.signIns.begin({
      id: requestId,
      organizationId: provider.organizationId,
      providerId,
      browser: hashOf(secret),
      next,
      expiresAt: new Date(this.clock.now().getTime() + SIGN_IN_MS),
    });
    return { requestId, address: await this.protocol.requestAddress(provider, requestId), secret };
  }
}
