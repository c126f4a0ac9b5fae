import { Global, Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { PurgedSpaces } from '../spaces/domain/space/purged-spaces.js';
import { Model } from '../spaces/infrastructure/model.js';
import { AskShownSpacesHandler } from './application/ask-shown-spaces.js';
import { Asker } from './application/asker.js';
import { Answerer } from './domain/answerer.js';
import { SearchIndex } from './domain/search-index.js';
import { ModelAnswerer, PlainAnswerer } from './infrastructure/answerers.js';
import {
  IndexChangedSpace,
  IndexCreatedSpace,
  IndexTransferredSpace,
  IndexUpdatedSpace,
} from './infrastructure/index-reactions.js';
import { IndexSpace } from './infrastructure/index-space.job.js';
import { IndexSpaces } from './infrastructure/index-spaces.job.js';
import {
  FindAnsweringPagesHandler,
  LatestContentChangeHandler,
  QuotePassagesHandler,
  SeenPagesHandler,
} from './infrastructure/answering-pages.reader.js';
import { PagePreparation } from './infrastructure/page-preparation.js';
import { FindPassagesHandler } from './infrastructure/passages.reader.js';
import { PortionReader } from './infrastructure/portion-reader.js';
import { PostgresSearchIndex } from './infrastructure/postgres-search-index.js';
import { SearchOrganizationHandler, SearchSpaceHandler } from './infrastructure/search.reader.js';
import { SeenSections } from './infrastructure/seen-sections.js';
import { SettleIndex } from './infrastructure/settle-index.job.js';
import { SearchShownSpacesHandler, SuggestQuestionsHandler } from './infrastructure/shown-spaces.reader.js';
import { AskController } from './interface/ask.controller.js';
import { SearchController } from './interface/search.controller.js';

/**
 * Search in spaces and organizations, the index it reads, and the answers to questions that are made from it.
 *
 * Tables: `indexed_revision`, `search_passage`, `search_space`, `search_term`, `search_word`. Jobs:
 * content.index-space,
 * content.index-spaces, content.settle-search-index.
 */
@Global()
@Module({
  controllers: [SearchController, AskController],
  providers: [
    PagePreparation,
    {
      provide: SearchIndex,
      inject: [SqlQuery, PagePreparation],
      useFactory: (sql: SqlQuery, preparation: PagePreparation) => new PostgresSearchIndex(sql, preparation),
    },
    { provide: PurgedSpaces, useExisting: SearchIndex },
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
    FindAnsweringPagesHandler,
    FindPassagesHandler,
    IndexChangedSpace,
    IndexCreatedSpace,
    IndexSpace,
    IndexSpaces,
    IndexTransferredSpace,
    IndexUpdatedSpace,
    LatestContentChangeHandler,
    PortionReader,
    QuotePassagesHandler,
    SearchOrganizationHandler,
    SearchShownSpacesHandler,
    SettleIndex,
    SearchSpaceHandler,
    SeenPagesHandler,
    SeenSections,
    SuggestQuestionsHandler,
  ],
  exports: [PurgedSpaces],
})
export class SearchModule {}
