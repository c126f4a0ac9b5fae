import type { Provider } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { GetPdf, PrintUrls } from '../../application/print/get-pdf.js';
import { OrderPrintHandler } from '../../application/print/order-print.js';
import { Prints } from '../../domain/content/prints.js';
import { BookParts } from './book-parts.js';
import { OpenPrintHandler } from './open-print.reader.js';
import { PlanPrintHandler } from './plan-print.reader.js';
import { PrintPdf } from './print.job.js';
import { PrintStore } from './print.store.js';
import { PurgePrintsJob } from './purge-prints.job.js';
import { SignedPrintUrls } from './signed-print-urls.js';

/** So long a request waits for its PDF. */
const PATIENCE = { ms: 60_000 };

/** What makes PDFs. */
export const PRINT: Provider[] = [
  PrintStore,
  { provide: Prints, useExisting: PrintStore },
  SignedPrintUrls,
  { provide: PrintUrls, useExisting: SignedPrintUrls },
  BookParts,
  PrintPdf,
  PurgePrintsJob,
  PlanPrintHandler,
  OrderPrintHandler,
  OpenPrintHandler,
  {
    provide: GetPdf,
    inject: [Dispatcher, Prints, PrintUrls, Clock],
    useFactory: (dispatcher: Dispatcher, prints: Prints, urls: PrintUrls, clock: Clock) =>
      new GetPdf(dispatcher, prints, urls, clock, PATIENCE),
  },
];
