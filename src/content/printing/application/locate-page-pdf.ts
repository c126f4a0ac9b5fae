import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LocatePagePdf } from '../../contract/printed-pages.js';
import { GetPdf } from './get-pdf.js';

@QueryHandler(LocatePagePdf)
export class LocatePagePdfHandler implements IQueryHandler<LocatePagePdf> {
  constructor(private readonly pdfs: GetPdf) {}

  async execute({ caller, spaceId, pageId, changeRequestId }: LocatePagePdf): Promise<string | undefined> {
    const target = { spaceId, ...(changeRequestId === undefined ? {} : { changeRequestId }) };
    return (await this.pdfs.of(caller, target, { page: pageId, only: true }))?.url;
  }
}
