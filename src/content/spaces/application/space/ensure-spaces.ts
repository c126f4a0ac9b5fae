import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { EnsureSpaces, type GivenSpace } from '../../../contract/commands.js';
import { SpacesByIds } from '../../../contract/queries.js';
import type { SpaceView } from '../../../contract/space.view.js';
import { CreateSpace } from './create-space.js';
import { UpdateSpace } from './space.commands.js';

@CommandHandler(EnsureSpaces)
export class EnsureSpacesHandler implements ICommandHandler<EnsureSpaces> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ caller, organizationId, spaces }: EnsureSpaces): Promise<string[]> {
    const ids = spaces.flatMap(({ id }) => id ?? []);
    const present = await this.dispatcher.ask(new SpacesByIds(caller, organizationId, ids));
    const settled: string[] = [];
    for (const { id, title, language } of spaces) {
      if (id === undefined) {
        settled.push(
          await this.dispatcher.run(new CreateSpace(caller, organizationId, { title, language, empty: true })),
        );
        continue;
      }
      const space = present.get(id);
      if (!space) throw new NotFound('Space not found');
      const changes = changesOf(space, { title, language });
      if (changes) await this.dispatcher.run(new UpdateSpace(caller, id, changes));
      settled.push(id);
    }
    return settled;
  }
}

function changesOf(space: SpaceView, { title, language }: GivenSpace) {
  const changes = {
    ...(title === space.title ? {} : { title }),
    ...(language === undefined || language === space.language ? {} : { language }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
