import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { Members } from '../../../members/domain/members.js';
import { Passwords } from '../../domain/password/password-ports.js';
import { MOST_PASSKEYS, Passkey } from '../../domain/second-factor/passkey.js';
import { Passkeys } from '../../domain/second-factor/second-factor-ports.js';
import { Sessions } from '../../domain/session/sessions.js';
import { EndSessions } from '../session/end-sessions.js';
import { requireSecondFactor } from './require-second-factor.js';
import { AddPasskey, MakeRecoveryCodes } from './second-factor.commands.js';

@CommandHandler(AddPasskey)
export class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ session, label, credential }: AddPasskey): Promise<string[] | undefined> {
    const { userId, sessionId } = session;
    await this.passkeys.lock(userId);
    // Locks the password: a sign-in with it alone is over, so that its session ends here, or it waits for the passkey.
    await this.passwords.find(userId);
    const { length } = await this.passkeys.ofUser(userId);
    await requireSecondFactor(this.dispatcher, session, { hasPasskeys: length > 0 });
    if (length >= MOST_PASSKEYS) throw new Conflict(`You have ${MOST_PASSKEYS} passkeys, which is the most`);
    if (await this.passkeys.isTaken(credential.credentialId)) throw new Conflict('This passkey was added before');
    const passkey = Passkey.add(userId, label, credential, this.clock.now());
    await this.passkeys.save(passkey);
    await this.sessions.upgrade(userId, sessionId);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'passkey.added',
      actorId: userId,
      target: { type: 'passkey', id: passkey.id, label: passkey.label },
    });
    if (length > 0) return undefined;
    await this.dispatcher.run(new EndSessions(userId, { keep: sessionId }));
    return this.dispatcher.run(new MakeRecoveryCodes(session));
  }
}
