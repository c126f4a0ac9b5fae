import type { Provider } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { AskShownSpacesHandler } from '../../application/ask/ask-shown-spaces.js';
import { Asker } from '../../application/ask/asker.js';
import { Answerer } from '../../domain/search/answerer.js';
import { Model } from './model.js';
import { ModelAnswerer, PlainAnswerer } from './answerers.js';
import { FindPassagesHandler } from '../search/passages.reader.js';
import { ConditionalPages } from '../permissions/conditional-pages.js';
import { SeenSections } from '../permissions/seen-sections.js';
import { SearchShownSpacesHandler, SuggestQuestionsHandler } from '../permissions/shown-spaces.reader.js';

/** What answers questions, and those who are shown spaces. */
export const ASK: Provider[] = [
  {
    provide: Answerer,
    inject: [Model],
    useFactory: ({ answering }: Model) => (answering ? new ModelAnswerer(answering) : new PlainAnswerer()),
  },
  {
    provide: Asker,
    inject: [Dispatcher, Answerer],
    useFactory: (dispatcher: Dispatcher, answerer: Answerer) => new Asker(dispatcher, answerer),
  },
  AskShownSpacesHandler,
  ConditionalPages,
  FindPassagesHandler,
  SearchShownSpacesHandler,
  SeenSections,
  SuggestQuestionsHandler,
];
