import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import type { KeptText } from '../application/reader.queries.js';

/** A text that is larger is drawn each time. */
const LARGEST_BYTES = 4 * 1024 * 1024;
/** One, and one for the compressed forms. */
const BYTES_A_CHARACTER = 2;

/** Texts that were drawn, under all that they were made of. They are the same in each process. */
@Injectable()
export class KeptTexts {
  readonly #texts: LRUCache<string, KeptText>;

  constructor(caches: CacheBudget) {
    this.#texts = caches.lru('drawn pages of sites', {
      maxEntrySize: LARGEST_BYTES,
      sizeCalculation: ({ text }, key) => (text.length + key.length) * BYTES_A_CHARACTER,
    });
  }

  get(key: string): KeptText | undefined {
    return this.#texts.get(key);
  }

  /** `forMs`: where more changes it than its key names. */
  keep(key: string, text: Omit<KeptText, 'etag'>, forMs?: number): KeptText {
    const kept = { ...text, etag: `"${hash('sha256', text.text, 'base64url').slice(0, 27)}"` };
    this.#texts.set(key, kept, forMs === undefined ? {} : { ttl: forMs });
    return kept;
  }
}
