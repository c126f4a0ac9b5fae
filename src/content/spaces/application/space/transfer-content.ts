import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict } from '#kernel/domain/errors';
import { BlobMissing, type Blobs } from '../../../revisions/domain/content/blobs.js';
import type { Collections } from '../../domain/collection/collections.js';
import type { ContentItem } from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import type { HandOver, HandOvers } from '../../domain/space/hand-over.js';
import { mapConcurrently } from '../map-concurrently.js';
import { HandOverContent } from './hand-over-content.js';
import { authorizeHandOver } from './authorize-hand-over.js';

/** How many times a transfer starts over because files were added meanwhile. */
const ATTEMPTS = 5;
const LANES = 4;

/**
 * Transfers content to another organization. First copies the bytes of its files, outside any transaction; then one
 * command transfers everything else in a single transaction.
 */
export class TransferContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly handOvers: HandOvers,
    private readonly blobs: Blobs,
  ) {}

  async transfer(caller: Caller, root: ContentItem, to: string): Promise<void> {
    const { spaces, collections } = this;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { organizationId: from } = await authorizeHandOver({ spaces, collections }, caller, root, to);
      const handOver = { from, to, root, contents: await this.handOvers.contents(from, root) };
      await this.#bringFiles(handOver);
      if (await this.dispatcher.run(new HandOverContent(caller, root, to))) return;
    }
    throw new Conflict(`Files kept arriving while the ${root.kind} was transferred: try again`);
  }

  async #bringFiles(handOver: HandOver): Promise<void> {
    const missing = await this.handOvers.missingFiles(handOver);
    if (missing.length === 0) return;
    await mapConcurrently(missing, LANES, (hash) => this.#bring(handOver, hash));
    await this.handOvers.noteFiles(handOver, missing);
  }

  /** Bytes that the blob store has lost do not stop a transfer: the file was unreadable before and stays so. */
  async #bring({ from, to }: HandOver, hash: string): Promise<void> {
    try {
      const bytes = await this.blobs.open(from, hash);
      await this.blobs.put(to, bytes, { maxBytes: Number.MAX_SAFE_INTEGER });
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
    }
  }
}
