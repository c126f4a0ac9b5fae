import type { Provider } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Asker } from '../../application/ask/asker.js';
import { Answerer } from '../../domain/search/answerer.js';
import { Model } from './model.js';
import { ModelAnswerer, PlainAnswerer } from './answerers.js';
import { FindPassagesHandler } from '../search/passages.reader.js';

/** What answers questions. */
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
  FindPassagesHandler,
];
