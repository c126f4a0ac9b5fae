import type { Provider } from '@nestjs/common';
import {
  AskSiteHandler,
  SearchSiteHandler,
  SpacesOfReader,
  SuggestSiteQuestionsHandler,
} from './site-reading.readers.js';

/** What finds and answers something on sites. */
export const READING: Provider[] = [SpacesOfReader, SearchSiteHandler, AskSiteHandler, SuggestSiteQuestionsHandler];
