import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { Sessions } from '../../../sign-in/domain/session/sessions.js';
import { OidcProviders, OidcSignIns, type LogoutToken } from '../../domain/oidc/oidc.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';

/** Ends the sessions of a user, or of one session of theirs, that ended at the provider. Throws SignInRefused. */
@Audits('user.signed-out')
export class EndProviderSessions extends Command<void> {
  constructor(
    readonly providerId: string,
    /** The unmodified result of ReadLogoutToken. */
    readonly token: LogoutToken,
  ) {
    super();
  }
}

@CommandHandler(EndProviderSessions)
export class EndProviderSessionsHandler implements ICommandHandler<EndProviderSessions> {
  constructor(
    private readonly providers: OidcProviders,
    private readonly signIns: OidcSignIns,
    private readonly sessions: Sessions,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ providerId, token }: EndProviderSessions): Promise<void> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('Provider not found');
    if (!(await this.signIns.remember(provider, token)))
      throw new SignInRefused('replay', 'The logout token was sent before');
    const ended = await this.signIns.sessionsOf(provider, token);
    const users = ended.length === 0 ? [] : await this.sessions.removeThese(ended);
    if (users.length === 0) return;
    await this.callers.changed(...users);
    await this.audit.record(
      ...users.map((userId) => ({
        organizations: [provider.organizationId],
        action: 'user.signed-out',
        target: { type: 'user', id: userId },
        payload: { method: 'oidc', provider: provider.id },
      })),
    );
  }
}
