import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import type { PrintOrder, Prints } from '../domain/prints.js';
import type { ContentTarget } from '../../revisions/application/content.queries.js';
import { OrderPrint } from './order-print.js';
import type { PdfView } from './pdf.view.js';
import { PlanPrint, type PrintedPart } from './print.queries.js';

/** So long an address of a PDF works. */
const VALID_MS = 3_600_000;
/** Pauses between looks at a print that is being made, growing to the longest. */
const FIRST_PAUSE_MS = 60;
const LONGEST_PAUSE_MS = 1_000;

/** What identifies a PDF, and names it. */
export type OrderedPrint = Pick<PrintOrder, 'organizationId' | 'key' | 'title' | 'subtitle'>;

/** Signs the URLs of PDFs. A URL gives access to the PDF for a limited time, and cannot be forged. */
export abstract class PrintUrls {
  abstract urlOf(print: OrderedPrint, expires: Date): string;
}

/** Returns the URL of a PDF, and orders the PDF if there is none yet. */
export class GetPdf {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly prints: Prints,
    private readonly urls: PrintUrls,
    private readonly clock: Clock,
    private readonly patience: { ms: number },
  ) {}

  /** Nothing where it is not made in the time that a request may take; it is made all the same. */
  async of(
    caller: Caller,
    target: Pick<ContentTarget, 'spaceId' | 'changeRequestId'>,
    part: PrintedPart,
  ): Promise<PdfView | undefined> {
    const order = await this.dispatcher.ask(new PlanPrint(caller, target, part));
    await this.dispatcher.run(new OrderPrint(order));
    return this.made(order);
  }

  /** One that was ordered; nothing where it is not made in that time. */
  async made(order: OrderedPrint): Promise<PdfView | undefined> {
    const { organizationId, key } = order;
    const until = performance.now() + this.patience.ms;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.4, LONGEST_PAUSE_MS)) {
      const print = await this.prints.find(organizationId, key);
      if (print?.state === 'done') {
        const { unprinted } = print;
        const url = this.urls.urlOf(order, new Date(this.clock.now().getTime() + VALID_MS));
        return unprinted.length === 0 ? { url } : { url, unprinted };
      }
      if (print?.state === 'failed') throw new Conflict(`This can't be printed: ${print.error ?? 'unknown reason'}`);
      if (performance.now() + pause > until) return undefined;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
