import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#kernel/domain/clock';
import { Unavailable } from '#kernel/domain/errors';
import { FairQueue, QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { Outbound, OutboundError } from '#outbound';
import { keptFor } from '../domain/pictures.js';
import { PictureFolder, type KeptPicture } from './picture-folder.js';

const MAX_BYTES = 8_000_000;
const TIMEOUT_MS = 10_000;
const SILENCE_MS = 5_000;
const MISSING_MS = 10 * 60_000;
const MOST_MISSING = 10_000;
/** Pictures that are fetched at a time, and of one host. */
const AT_A_TIME = 24;
const OF_A_HOST = 6;
const WAITING_OF_A_HOST = 100;
const MOST_HOSTS = 1_000;

const ACCEPTED = 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8';

export interface OpenedPicture {
  picture: KeptPicture;
  open(): Promise<Readable>;
}

/**
 * Pictures of other hosts. Those are asked by this server alone, without anything of the visitor who wants to see the
 * picture; once for all who want it at the same time; and not again soon where they have none. A picture that is not
 * fresh any more is still shown, while its host is asked.
 */
@Injectable()
export class OutsidePictures {
  readonly #fetching = new Map<string, Promise<KeptPicture | undefined>>();
  readonly #missing = new LRUCache<string, true>({ max: MOST_MISSING, ttl: MISSING_MS });
  readonly #queue = new FairQueue(AT_A_TIME, WAITING_OF_A_HOST);
  readonly #hosts = new LRUCache<string, FairQueue>({ max: MOST_HOSTS });

  constructor(
    private readonly outbound: Outbound,
    private readonly folder: PictureFolder,
    private readonly clock: Clock,
  ) {}

  async read(url: string): Promise<OpenedPicture | undefined> {
    const key = hash('sha256', url);
    const picture = await this.#picture(key, url);
    return picture && { picture, open: () => this.#open(key, url, picture) };
  }

  async #picture(key: string, url: string): Promise<KeptPicture | undefined> {
    const known = await this.folder.find(key);
    if ((known && known.freshUntil > this.clock.now().getTime()) || this.#missing.has(key)) return known;
    const fetched = this.#fetchOnce(key, url);
    if (!known) return fetched;
    fetched.catch(() => undefined);
    return known;
  }

  async #open(key: string, url: string, picture: KeptPicture): Promise<Readable> {
    const stream = await this.folder.open(key, picture);
    if (stream) return stream;
    const again = await this.#fetchOnce(key, url);
    const opened = again && (await this.folder.open(key, again));
    if (!opened) throw new Unavailable('The picture is not there any more');
    return opened;
  }

  #fetchOnce(key: string, url: string): Promise<KeptPicture | undefined> {
    const running = this.#fetching.get(key);
    if (running) return running;
    const fetching = this.#inTurn(new URL(url).host, () => this.#fetch(key, url)).finally(() =>
      this.#fetching.delete(key),
    );
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #inTurn<R>(host: string, work: () => Promise<R>): Promise<R> {
    const own = this.#hosts.get(host) ?? new FairQueue(OF_A_HOST, WAITING_OF_A_HOST);
    this.#hosts.set(host, own);
    try {
      return await own.run(host, () => this.#queue.run(host, work));
    } catch (error) {
      if (error instanceof QueueFull) throw new Unavailable('Too many pictures are being fetched');
      throw error;
    }
  }

  async #fetch(key: string, url: string): Promise<KeptPicture | undefined> {
    try {
      const { headers, body } = await this.outbound.fetch(url, {
        headers: { accept: ACCEPTED, 'user-agent': 'Quire' },
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        silenceMs: SILENCE_MS,
      });
      const freshUntil = this.clock.now().getTime() + keptFor(headers['cache-control']);
      const picture = await this.folder.put(key, body, freshUntil);
      if (!picture) this.#missing.set(key, true);
      return picture;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      this.#missing.set(key, true);
      return undefined;
    }
  }
}
