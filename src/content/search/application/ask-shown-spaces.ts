import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AnswerView } from '../../contract/answer.view.js';
import { AskShownSpaces } from '../../contract/shown-spaces.js';
import { Asker } from './asker.js';

@QueryHandler(AskShownSpaces)
export class AskShownSpacesHandler implements IQueryHandler<AskShownSpaces> {
  constructor(private readonly asker: Asker) {}

  execute({ shown, question, format, signal, before }: AskShownSpaces): Promise<AsyncIterable<AnswerView>> {
    return this.asker.ask({ shown }, { query: question, previousQueries: before }, { format, details: false }, signal);
  }
}
