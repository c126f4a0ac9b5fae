import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { OpenSession, type OpenedSession } from '../../../sign-in/application/session/open-session.js';
import { groupsOf, personOfClaims } from '../../domain/oidc/claims.js';
import { OidcProviders, OidcSignIns } from '../../domain/oidc/oidc.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import { AdmitPerson } from '../admit-person.js';
import type { CheckedAnswer } from './oidc.queries.js';

/** Gives the browser that began a sign-in its session, once the provider has answered. Throws SignInRefused. */
@NotAudited('AdmitPerson and OpenSession say what happened')
export class FinishOidcSignIn extends Command<OpenedSession> {
  constructor(
    readonly providerId: string,
    /** The unmodified result of ExchangeCode. */
    readonly checked: CheckedAnswer,
  ) {
    super();
  }
}

@CommandHandler(FinishOidcSignIn)
export class FinishOidcSignInHandler implements ICommandHandler<FinishOidcSignIn> {
  constructor(
    private readonly providers: OidcProviders,
    private readonly signIns: OidcSignIns,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ providerId, checked }: FinishOidcSignIn): Promise<OpenedSession> {
    const { answer, trust } = checked;
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('Provider not found');
    if (!provider.stillTrusts(trust))
      throw new SignInRefused('signature', 'The provider was changed while its answer was checked');
    const person = personOfClaims(answer.claims);
    const placement = provider.place(groupsOf(answer.claims, provider.groupsClaim));
    const userId = await this.dispatcher.run(new AdmitPerson(provider, person, placement));
    const method = { kind: 'oidc', organizationId: provider.organizationId, providerId } as const;
    const session = await this.dispatcher.run(new OpenSession(userId, method));
    await this.signIns.keepSession(provider, { sessionId: session.id, ...answer });
    return session;
  }
}
