import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict } from '#kernel/domain/errors';
import { BlobMissing, type Blobs } from '../../../revisions/domain/content/blobs.js';
import type { Collections } from '../../domain/collection/collections.js';
import type { ContentItem } from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import type { Transfer, Transfers } from '../../domain/space/transfers.js';
import { mapConcurrently } from '../map-concurrently.js';
import { TransferStoredContent } from './transfer-stored-content.js';
import { authorizeTransfer } from './authorize-transfer.js';

/** How many times a transfer starts over because files were added meanwhile. */
const ATTEMPTS = 5;
const LANES = 4;
/** Files that are recorded together, long before their bytes would count as unused. */
const FILES_AT_ONCE = 1_000;

/**
 * Transfers content to another organization. First copies the bytes of its files, outside any transaction; then one
 * command transfers everything else in a single transaction.
 */
export class TransferContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly transfers: Transfers,
    private readonly blobs: Blobs,
  ) {}

  async transfer(caller: Caller, root: ContentItem, to: string): Promise<void> {
    const { spaces, collections } = this;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { organizationId: from } = await authorizeTransfer({ spaces, collections }, caller, root, to);
      const transfer = { from, to, root, contents: await this.transfers.contents(from, root) };
      await this.#bringFiles(transfer);
      if (await this.dispatcher.run(new TransferStoredContent(caller, root, to))) return;
    }
    throw new Conflict(`Files kept arriving while the ${root.kind} was transferred: try again`);
  }

  async #bringFiles(transfer: Transfer): Promise<void> {
    const missing = await this.transfers.missingFiles(transfer);
    for (let at = 0; at < missing.length; at += FILES_AT_ONCE) {
      const part = missing.slice(at, at + FILES_AT_ONCE);
      await mapConcurrently(part, LANES, (hash) => this.#bring(transfer, hash));
      await this.transfers.noteFiles(transfer, part);
    }
  }

  /** Bytes that the blob store has lost do not stop a transfer: the file was unreadable before and stays so. */
  async #bring({ from, to }: Transfer, hash: string): Promise<void> {
    try {
      const bytes = await this.blobs.open(from, hash);
      await this.blobs.put(to, bytes, { maxBytes: Number.MAX_SAFE_INTEGER });
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
    }
  }
}
