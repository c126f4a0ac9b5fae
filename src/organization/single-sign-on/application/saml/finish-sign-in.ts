import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { hashOf } from '#kernel/domain/secret-hash';
import { SamlProviders, SignIns } from '../../domain/saml/saml.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import { OpenSession, type OpenedSession } from '../../../sign-in/application/session/open-session.js';
import { AdmitPerson } from '../admit-person.js';

/** Gives the browser that began a sign-in its session, once the provider has answered. Throws SignInRefused. */
@NotAudited('AdmitPerson and OpenSession say what happened')
export class FinishSignIn extends Command<OpenedSession & { next: string }> {
  constructor(
    readonly providerId: string,
    readonly ticket: string,
    /** The secret in the browser's cookie since the beginning. */
    readonly secret: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(FinishSignIn)
export class FinishSignInHandler implements ICommandHandler<FinishSignIn> {
  constructor(
    private readonly providers: SamlProviders,
    private readonly signIns: SignIns,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ providerId, ticket, secret }: FinishSignIn): Promise<OpenedSession & { next: string }> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('SAML provider not found');
    provider.requireActive();
    const signIn = await this.signIns.take(providerId, hashOf(ticket), this.clock.now());
    if (!signIn) throw new SignInRefused('browser', 'The sign-in is unknown, finished already or took too long');
    if (secret === undefined || hashOf(secret) !== signIn.browser) {
      throw new SignInRefused('browser', 'The sign-in was begun in another browser');
    }
    const userId = await this.dispatcher.run(new AdmitPerson(provider, signIn));
    const method = { kind: 'saml', organizationId: provider.organizationId, providerId } as const;
    return { ...(await this.dispatcher.run(new OpenSession(userId, method))), next: signIn.next };
  }
}
