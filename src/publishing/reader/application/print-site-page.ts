import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { PrintPage, type PagePrint } from '#content';
import { orNothing } from './or-nothing.js';
import { AskedReaders } from './page-views.js';
import { PrintSitePage } from './reader.commands.js';

@CommandHandler(PrintSitePage)
export class PrintSitePageHandler implements ICommandHandler<PrintSitePage> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly readers: AskedReaders,
  ) {}

  async execute({ request, pageId }: PrintSitePage): Promise<PagePrint | undefined> {
    const printed = await this.readers.printedFor(request);
    if (!printed) return undefined;
    const { caller, spaceId, changeRequestId } = printed;
    return orNothing(this.dispatcher.run(new PrintPage(caller, spaceId, pageId, changeRequestId)));
  }
}
