import { Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { DownloadPdf } from './application/download-pdf.js';
import { ForgetPrintHandler } from './application/forget-print.js';
import { GetPdf, PrintUrls } from './application/get-pdf.js';
import { PrintPageHandler, ReadPrintHandler } from './application/print-page.js';
import { OrderPrintHandler } from './application/order-print.js';
import { Prints } from './domain/prints.js';
import { BookParts } from './infrastructure/book-parts.js';
import { OpenPrintHandler } from './infrastructure/open-print.reader.js';
import { PlanPrintHandler } from './infrastructure/plan-print.reader.js';
import { PrintPdf } from './infrastructure/print.job.js';
import { PrintStore } from './infrastructure/print.store.js';
import { PurgePrintsJob } from './infrastructure/purge-prints.job.js';
import { SignedPrintUrls } from './infrastructure/signed-print-urls.js';
import { PdfController } from './interface/pdf.controller.js';
import { PrintedController } from './interface/printed.controller.js';

/** So long a request waits for its PDF. */
const PATIENCE = { ms: 60_000 };

/**
 * Spaces and pages as PDF: printed by a job, kept for a while, and served under signed addresses.
 *
 * Tables: `print`. Jobs: content.print, content.purge-prints.
 */
@Module({
  controllers: [PdfController, PrintedController],
  providers: [
    { provide: Prints, useExisting: PrintStore },
    { provide: PrintUrls, useExisting: SignedPrintUrls },
    {
      provide: GetPdf,
      inject: [Dispatcher, Prints, PrintUrls, Clock],
      useFactory: (dispatcher: Dispatcher, prints: Prints, urls: PrintUrls, clock: Clock) =>
        new GetPdf(dispatcher, prints, urls, clock, PATIENCE),
    },
    {
      provide: DownloadPdf,
      inject: [Dispatcher],
      useFactory: (dispatcher: Dispatcher) => new DownloadPdf(dispatcher),
    },
    BookParts,
    ForgetPrintHandler,
    PrintPageHandler,
    ReadPrintHandler,
    OpenPrintHandler,
    OrderPrintHandler,
    PlanPrintHandler,
    PrintPdf,
    PrintStore,
    PurgePrintsJob,
    SignedPrintUrls,
  ],
})
export class PrintingModule {}
