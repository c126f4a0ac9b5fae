import type { Provider } from '@nestjs/common';
import { RespondInSiteHandler } from './assistant.reader.js';
import {
  AskSiteHandler,
  SearchSiteHandler,
  SpacesOfReader,
  SuggestSiteQuestionsHandler,
} from './site-reading.readers.js';

/** What finds and answers something on sites. */
export const READING: Provider[] = [
  SpacesOfReader,
  RespondInSiteHandler,
  SearchSiteHandler,
  AskSiteHandler,
  SuggestSiteQuestionsHandler,
];
