import { Module } from '@nestjs/common';
import { ReadShownTextsHandler } from './infrastructure/shown-markdowns.reader.js';
import {
  ReadShownTextHandler,
  ReadShownPageHandler,
  ReadShownPagesHandler,
} from './infrastructure/shown-pages.reader.js';

/**
 * Pages as readers are shown them, with all that is needed to draw them.
 *
 * It owns no tables, events or jobs.
 */
@Module({
  providers: [ReadShownTextHandler, ReadShownTextsHandler, ReadShownPageHandler, ReadShownPagesHandler],
})
export class PresentationModule {}
