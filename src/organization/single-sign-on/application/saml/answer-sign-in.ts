import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { hashOf } from '#kernel/domain/secret-hash';
import { personOf } from '../../domain/saml/person-of-statement.js';
import { SamlProtocol, SamlProviders, SignIns } from '../../domain/saml/saml.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import { faultOf, lastMoment, type Fault } from '../../domain/saml/statement.js';
import { newSessionSecret } from '../../../sign-in/domain/session/session.js';
import type { ReadResponse } from './saml.queries.js';

/** How long the browser has to fetch its session. */
const TICKET_MS = 60_000;

const DETAILS: Readonly<Record<Fault, string>> = {
  issuer: 'The response is from another provider',
  audience: 'The assertion is for another service',
  recipient: 'The assertion is for another address',
  destination: 'The response was sent to another address',
  time: 'The assertion has expired or is not valid yet',
  request: 'The response answers no request of ours',
};

/**
 * Takes a provider's response to a sign-in that was begun here. Answers a ticket, with which the browser that began it
 * gets its session: the response is posted from the provider's page, so browsers do not send our cookies with it.
 * Throws SignInRefused and then changes nothing.
 */
@NotAudited('nobody is signed in yet; RecordRefusedSignIn says when it fails')
export class AnswerSignIn extends Command<{ ticket: string; requestId: string }> {
  constructor(
    readonly providerId: string,
    /** The unmodified result of ReadSignInResponse. */
    readonly read: ReadResponse,
  ) {
    super();
  }
}

@CommandHandler(AnswerSignIn)
export class AnswerSignInHandler implements ICommandHandler<AnswerSignIn> {
  constructor(
    private readonly providers: SamlProviders,
    private readonly protocol: SamlProtocol,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  async execute({ providerId, read }: AnswerSignIn): Promise<{ ticket: string; requestId: string }> {
    const { statement, trust } = read;
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('SAML provider not found');
    provider.requireActive();
    if (!provider.stillTrusts(trust))
      throw new SignInRefused('signature', 'The provider was changed while its response was checked');
    const { entityId, acsUrl } = this.protocol.serviceOf(providerId);
    const now = this.clock.now();
    const expected = { issuer: provider.trust.entityId, audience: entityId, recipient: acsUrl };
    const fault = faultOf(statement, expected, now);
    if (fault) throw new SignInRefused(fault, DETAILS[fault]);
    if (!(await this.signIns.remember(provider, statement.assertionId, lastMoment(statement)))) {
      throw new SignInRefused('replay', 'The assertion was brought before');
    }
    const person = personOf(statement);
    if (!person) throw new SignInRefused('email', 'The assertion states no e-mail address, or several');
    const requestId = statement.response.inResponseTo ?? '';
    const ticket = newSessionSecret();
    const expiresAt = new Date(now.getTime() + TICKET_MS);
    const key = { organizationId: provider.organizationId, providerId, id: requestId };
    if (!(await this.signIns.answer(key, { ticket: hashOf(ticket), person, expiresAt }, now))) {
      throw new SignInRefused('request', DETAILS.request);
    }
    return { ticket, requestId };
  }
}
