import type { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import type { PasskeyProtocol } from '../../domain/second-factor/second-factor-ports.js';
import { parseAnswer } from '../../domain/second-factor/passkey-answer.js';
import { AddPasskey, TakePasskeyRegistration, type InSession } from './second-factor.commands.js';

/** Adds the passkeys that browsers have created. No transaction is open while an answer is verified. */
export class EnrolPasskey {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly protocol: PasskeyProtocol,
  ) {}

  /**
   * Adds the passkey in the browser's answer to the registration of the session, which ends. Returns recovery codes
   * with the first passkey. Invalid where the answer is not right, or came too late.
   */
  async finish(session: InSession, answer: string): Promise<string[] | undefined> {
    const registration = await this.dispatcher.run(new TakePasskeyRegistration(session.sessionId));
    const parsed = parseAnswer(answer);
    const credential = registration && parsed && (await this.protocol.created(parsed, registration.challenge));
    if (!credential) throw new Invalid('The passkey was not created as it was asked for, or too late: add it again');
    return this.dispatcher.run(new AddPasskey(session, registration.label, credential));
  }
}
