import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NoteTokenUse } from '#kernel/application/caller';
import { Tokens } from '../domain/tokens.js';

@CommandHandler(NoteTokenUse)
export class NoteTokenUseHandler implements ICommandHandler<NoteTokenUse> {
  constructor(private readonly tokens: Tokens) {}

  execute({ uses }: NoteTokenUse): Promise<void> {
    return this.tokens.noteUse(uses);
  }
}
