import type { Dispatcher } from '#kernel/application/dispatcher';
import { EndSessions } from './end-sessions.js';
import { FindSignOutElsewhere, type SignOutElsewhere } from './session.queries.js';

/** Signs users out. No transaction is open while their identity provider is asked. */
export class SignOut {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Ends the session; returns where the user signs out at their identity provider, if the session came of one. */
  async of({ userId, sessionId }: { userId: string; sessionId: string }): Promise<SignOutElsewhere | undefined> {
    const elsewhere = await this.dispatcher.ask(new FindSignOutElsewhere(sessionId));
    await this.dispatcher.run(new EndSessions(userId, { only: sessionId }));
    return elsewhere;
  }
}
