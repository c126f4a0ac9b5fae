import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { PrintPage, ReadPrint, type PagePrint } from '../../contract/printed-pages.js';
import { GetPdf } from './get-pdf.js';
import { OrderPrint } from './order-print.js';
import { PlanPrint } from './print.queries.js';

@CommandHandler(PrintPage)
export class PrintPageHandler implements ICommandHandler<PrintPage> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ caller, spaceId, pageId, changeRequestId }: PrintPage): Promise<PagePrint> {
    const target = { spaceId, ...(changeRequestId === undefined ? {} : { changeRequestId }) };
    const order = await this.dispatcher.ask(new PlanPrint(caller, target, { page: pageId, only: true }));
    await this.dispatcher.run(new OrderPrint(order));
    const { organizationId, key, title, subtitle } = order;
    return { organizationId, key, title, subtitle };
  }
}

@QueryHandler(ReadPrint)
export class ReadPrintHandler implements IQueryHandler<ReadPrint> {
  constructor(private readonly pdfs: GetPdf) {}

  async execute({ print }: ReadPrint): Promise<string | undefined> {
    return (await this.pdfs.made(print))?.url;
  }
}
