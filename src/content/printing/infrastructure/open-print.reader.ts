import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { OpenPrint, PrintBytesGone, type OpenedPrint } from '../application/print.queries.js';
import { BlobMissing, Blobs } from '../../revisions/domain/content/blobs.js';
import { PrintStore } from './print.store.js';
import { SignedPrintUrls } from './signed-print-urls.js';

@QueryHandler(OpenPrint)
export class OpenPrintHandler implements IQueryHandler<OpenPrint> {
  constructor(
    private readonly prints: PrintStore,
    private readonly blobs: Blobs,
    private readonly urls: SignedPrintUrls,
    private readonly clock: Clock,
  ) {}

  async execute({ address }: OpenPrint): Promise<OpenedPrint> {
    const { organizationId, key } = address;
    const made = this.urls.isValid(address, this.clock.now())
      ? await this.prints.blobOf(organizationId, key)
      : undefined;
    if (!made) throw new NotFound('There is no PDF at this address, or the address is over: ask for a new one');
    try {
      const body = await this.blobs.open(organizationId, made.blob);
      return { size: made.size, etag: `"${made.blob}"`, body };
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      throw new PrintBytesGone('The PDF is gone: ask for a new one');
    }
  }
}
