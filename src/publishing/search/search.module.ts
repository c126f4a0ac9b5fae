import { Module } from '@nestjs/common';
import { RespondInSiteHandler } from './infrastructure/assistant.reader.js';
import {
  AskSiteHandler,
  SearchSiteHandler,
  SpacesOfReader,
  SuggestSiteQuestionsHandler,
} from './infrastructure/site-search.readers.js';
import { SiteAskController } from './interface/site-ask.controller.js';
import { SiteAssistantController } from './interface/site-assistant.controller.js';
import { SiteSearchController } from './interface/site-search.controller.js';

/**
 * Search in a site, questions about it, and its assistant. Content finds and answers; this area says in which spaces.
 *
 * Tables, events, jobs: none.
 */
@Module({
  controllers: [SiteAskController, SiteAssistantController, SiteSearchController],
  providers: [SpacesOfReader, RespondInSiteHandler, SearchSiteHandler, AskSiteHandler, SuggestSiteQuestionsHandler],
})
export class SiteSearchModule {}
