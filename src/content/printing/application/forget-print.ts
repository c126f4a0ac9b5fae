import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import { Prints } from '../domain/prints.js';

/** Forgets a print whose bytes are gone, as after a restore without them: it is printed again when it is asked for. */
@NotAudited('a printed copy changes nothing for others')
export class ForgetPrint extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly key: string,
  ) {
    super();
  }
}

@CommandHandler(ForgetPrint)
export class ForgetPrintHandler implements ICommandHandler<ForgetPrint> {
  constructor(private readonly prints: Prints) {}

  execute({ organizationId, key }: ForgetPrint): Promise<void> {
    return this.prints.forgetOne(organizationId, key);
  }
}
