import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { CallOrigin, type Origin } from '#kernel/application/call-origin';
import { Jobs } from '#kernel/application/jobs';
import { Command } from '#kernel/domain/messages';
import { AttemptLimit } from '../../domain/password/password-ports.js';
import { validEmail } from '../../../members/domain/user.js';

export const MAIL_PASSWORD_LINK = 'organization.mail-password-link';

/** The payload of the job: the address, and the origin of the request for the audit trail. */
export interface LinkRequest {
  email: string;
  origin: Origin | null;
}

/**
 * Requests that a link for setting a forgotten password is mailed to an address. The same work is done for every
 * address, in the same time; a job later finds out whether there is such a user. Invalid for what is no address;
 * TooManyRequests after too many attempts from the client's address.
 */
@NotAudited('MailPasswordLink says when a link was mailed')
export class RequestPasswordLink extends Command<void> {
  constructor(
    readonly email: string,
    /** The client's address; these requests count as attempts to sign in. */
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
    // Pending requests for one address become one job.
    await this.jobs.enqueue(MAIL_PASSWORD_LINK, payload, { key: `${MAIL_PASSWORD_LINK}:${email}` });
  }
}
