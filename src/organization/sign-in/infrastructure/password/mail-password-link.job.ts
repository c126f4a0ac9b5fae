import { Injectable } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { MailPasswordLink } from '../../application/password/mail-password-link.js';
import { MAIL_PASSWORD_LINK, type LinkRequest } from '../../application/password/request-password-link.js';

/**
 * Mails the requested link, with the origin of the request in the audit trail. Run twice, only the second link is
 * valid.
 */
@Injectable()
@RunsJob(MAIL_PASSWORD_LINK)
export class MailPasswordLinkJob implements JobHandler<LinkRequest> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly origin: CallOrigin,
  ) {}

  async run({ email, origin }: LinkRequest): Promise<void> {
    const mail = (): Promise<void> => this.dispatcher.run(new MailPasswordLink(email));
    await (origin ? this.origin.during(origin, mail) : mail());
  }
}
