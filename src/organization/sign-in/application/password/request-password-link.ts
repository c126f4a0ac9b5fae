import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { CallOrigin, type Origin } from '#kernel/application/call-origin';
import { Jobs } from '#kernel/application/jobs';
import { Command } from '#kernel/domain/messages';
import { AttemptLimit } from '../../domain/password/password-ports.js';
import { validEmail } from '../../../members/domain/user.js';

export const MAIL_PASSWORD_LINK = 'organization.mail-password-link';

/** What the job carries: whom it is for, and where the request came from, for the audit trail. */
export interface LinkRequest {
  email: string;
  origin: Origin | null;
}

/**
 * Asks for a link by which a forgotten password is set, to be mailed to an address. The same is done for every address,
 * in the same time; whether there is such a user is found out later. Invalid for what is no address;
 * TooManyRequests when there were too many attempts from the client's.
 */
@NotAudited('MailPasswordLink says when a link was mailed')
export class RequestPasswordLink extends Command<void> {
  constructor(
    readonly email: string,
    /** Of the client, which has so many attempts as at signing in. */
    readonly address: string,
  ) {
    super();
  }
}

@CommandHandler(RequestPasswordLink)
export class RequestPasswordLinkHandler implements ICommandHandler<RequestPasswordLink> {
  constructor(
    private readonly limit: AttemptLimit,
    private readonly jobs: Jobs,
    private readonly origin: CallOrigin,
  ) {}

  async execute(request: RequestPasswordLink): Promise<void> {
    this.limit.take(request.address);
    const email = validEmail(request.email);
    const { current } = this.origin;
    const payload = { email, origin: current ? { ...current } : null } satisfies LinkRequest;
    // Requests for one address that nobody has come to yet are one.
    await this.jobs.enqueue(MAIL_PASSWORD_LINK, payload, { key: `${MAIL_PASSWORD_LINK}:${email}` });
  }
}
