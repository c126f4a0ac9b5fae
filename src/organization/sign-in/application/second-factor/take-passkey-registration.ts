import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import type { PasskeyRegistration } from '../../domain/second-factor/pending-sign-in.js';
import { PasskeyRegistrations } from '../../domain/second-factor/second-factor-ports.js';
import { TakePasskeyRegistration } from './second-factor.commands.js';

@CommandHandler(TakePasskeyRegistration)
export class TakePasskeyRegistrationHandler implements ICommandHandler<TakePasskeyRegistration> {
  constructor(
    private readonly registrations: PasskeyRegistrations,
    private readonly clock: Clock,
  ) {}

  execute({ sessionId }: TakePasskeyRegistration): Promise<PasskeyRegistration | undefined> {
    return this.registrations.take(sessionId, this.clock.now());
  }
}
