import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AskedReaders, PageViews } from './page-views.js';
import { GivePageFeedback } from './reader.commands.js';

@CommandHandler(GivePageFeedback)
export class GivePageFeedbackHandler implements ICommandHandler<GivePageFeedback> {
  constructor(
    private readonly readers: AskedReaders,
    private readonly views: PageViews,
  ) {}

  async execute({ request, browser, pageId, rating }: GivePageFeedback): Promise<boolean> {
    const place = await this.readers.placeOf(request, pageId);
    if (!place) return false;
    await this.views.record(place, browser, { type: 'page_post_feedback', feedback: { rating } });
    return true;
  }
}
