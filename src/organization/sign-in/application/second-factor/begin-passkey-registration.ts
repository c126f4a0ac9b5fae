import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict, NotFound } from '#kernel/domain/errors';
import { Users } from '../../../members/domain/users.js';
import { MOST_PASSKEYS, validLabel } from '../../domain/second-factor/passkey.js';
import { newPasskeyRegistration } from '../../domain/second-factor/pending-sign-in.js';
import { PasskeyProtocol, PasskeyRegistrations, Passkeys } from '../../domain/second-factor/second-factor-ports.js';
import { requireSecondFactor } from './require-second-factor.js';
import { BeginPasskeyRegistration } from './second-factor.commands.js';

@CommandHandler(BeginPasskeyRegistration)
export class BeginPasskeyRegistrationHandler implements ICommandHandler<BeginPasskeyRegistration> {
  constructor(
    private readonly users: Users,
    private readonly passkeys: Passkeys,
    private readonly registrations: PasskeyRegistrations,
    private readonly protocol: PasskeyProtocol,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ session, label }: BeginPasskeyRegistration): Promise<object> {
    const user = await this.users.find(session.userId);
    if (!user) throw new NotFound('User not found');
    const known = await this.passkeys.ofUser(user.id);
    await requireSecondFactor(this.dispatcher, session, { hasPasskeys: known.length > 0 });
    if (known.length >= MOST_PASSKEYS) throw new Conflict(`You have ${MOST_PASSKEYS} passkeys, which is the most`);
    const registration = newPasskeyRegistration(session, validLabel(label), this.clock.now());
    await this.registrations.begin(registration);
    const { id, email, displayName } = user;
    return this.protocol.creationOptions({ id, email, displayName }, registration.challenge, known);
  }
}
