import { Module } from '@nestjs/common';
import { AskSiteHandler } from './application/ask-site.js';
import { RespondInSiteHandler } from './application/respond-in-site.js';
import { SearchSiteHandler } from './application/search-site.js';
import { SuggestSiteQuestionsHandler } from './application/suggest-site-questions.js';
import { Conversations } from './domain/conversations.js';
import { SealedConversations } from './infrastructure/sealed-conversations.js';
import { SiteAskController } from './interface/site-ask.controller.js';
import { SiteAssistantController } from './interface/site-assistant.controller.js';
import { SiteSearchController } from './interface/site-search.controller.js';

/**
 * Search in a site, questions about it, and its assistant. Content searches and answers; this area decides in which
 * spaces.
 *
 * It owns no tables, events or jobs.
 */
@Module({
  controllers: [SiteAskController, SiteAssistantController, SiteSearchController],
  providers: [
    { provide: Conversations, useClass: SealedConversations },
    AskSiteHandler,
    RespondInSiteHandler,
    SearchSiteHandler,
    SuggestSiteQuestionsHandler,
  ],
})
export class SiteSearchModule {}
