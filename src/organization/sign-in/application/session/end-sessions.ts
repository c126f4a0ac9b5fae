import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Callers } from '#kernel/application/callers';
import { Command } from '#kernel/domain/messages';
import { Sessions } from '../../domain/session/sessions.js';

/** Signs a user out: of one session, or of all but `keep`. */
@NotAudited('users end their own sessions alone')
export class EndSessions extends Command<void> {
  constructor(
    readonly userId: string,
    readonly which: { only: string } | { keep?: string },
  ) {
    super();
  }
}

@CommandHandler(EndSessions)
export class EndSessionsHandler implements ICommandHandler<EndSessions> {
  constructor(
    private readonly sessions: Sessions,
    private readonly callers: Callers,
  ) {}

  async execute({ userId, which }: EndSessions): Promise<void> {
    if ('only' in which) await this.sessions.remove(userId, which.only);
    else await this.sessions.removeAll(userId, which.keep);
    await this.callers.changed(userId);
  }
}
