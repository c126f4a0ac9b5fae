import type { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { ForgetPrint } from './forget-print.js';
import { OpenPrint, PrintBytesGone, type OpenedPrint } from './print.queries.js';

/** Opens the PDF at a signed address, and has one whose bytes are gone forgotten. */
export class DownloadPdf {
  constructor(private readonly dispatcher: Dispatcher) {}

  async at(address: OpenPrint['address']): Promise<OpenedPrint> {
    try {
      return await this.dispatcher.ask(new OpenPrint(address));
    } catch (error) {
      if (!(error instanceof PrintBytesGone)) throw error;
      await this.dispatcher.run(new ForgetPrint(address.organizationId, address.key));
      throw new NotFound(error.message);
    }
  }
}
