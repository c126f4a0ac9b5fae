import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AnswerView } from '../../contract/answer.view.js';
import { AskShownSpaces } from '../../contract/shown-spaces.js';
import { Asker } from './asker.js';

@QueryHandler(AskShownSpaces)
export class AskShownSpacesHandler implements IQueryHandler<AskShownSpaces> {
  constructor(private readonly asker: Asker) {}

  execute(query: AskShownSpaces): Promise<AsyncIterable<AnswerView>> {
    const { shown, question, format, signal, before, instructions } = query;
    const asked = { query: question, previousQueries: before, instructions };
    return this.asker.ask({ shown }, asked, { format, details: false }, signal);
  }
}
