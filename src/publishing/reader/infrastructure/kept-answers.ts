import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReplicaReads } from '#kernel/application/replica-reads';
import { UnchangedRecords, type Unchanged } from '#kernel/application/unchanged-records';
import { ADDRESSES_RECORD } from '../../sites/infrastructure/reading.js';
import { MarkOfPublishedUrl } from '../../visits/application/visit.queries.js';
import type { KeptText, ReaderAnswer, ReaderRequest } from '../application/reader.queries.js';
import type { ReadPlace } from '../application/read-place.js';
import { UnchangedPages, type UnchangedPage } from '../application/unchanged-pages.js';
import { KeptTexts } from './kept-texts.js';
import type { ServedSite } from './served-site.js';

/** What a request was answered with, and what that was made of. */
interface Known {
  /** The versions of the site. */
  mark: string | undefined;
  siteId: string;
  /** The site and its addresses, from before its versions were read; undefined where they were not watched by then. */
  site: readonly Unchanged[] | undefined;
  /** Of the visit. */
  stamp: string;
  /** The spaces of the site, from before they were read. */
  spaces: readonly Unchanged[];
  /** Of the text; undefined after the first reading, which may have begun before `spaces` were watched. */
  text?: string;
  viewed?: ReadPlace | undefined;
}

/** What a slow answer begins with. */
export interface Begun {
  key: string;
  mark: string | undefined;
  /** Of the site that answered before, if any did. */
  site: readonly Unchanged[] | undefined;
}

/** Where visitors sign in, and whether an organization allows AI, may be a minute old. */
const MOST_AGE_MS = 60_000;

/**
 * Which texts answered which requests. A text is found without a statement as long as changes of the site and of its
 * spaces are heard and there was none; else with one, which reads the versions of the site. For visitors without a
 * token, who all are shown the same at an address for the same claims.
 */
@Injectable()
export class KeptAnswers extends UnchangedPages {
  /** Of all addresses and places. */
  readonly #known: LRUCache<string, Known>;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly records: UnchangedRecords,
    private readonly texts: KeptTexts,
    private readonly replicas: ReplicaReads,
    caches: CacheBudget,
  ) {
    super();
    this.#known = caches.lru('answers of sites', {
      sizeCalculation: ({ stamp, text = '', spaces }, key) =>
        key.length + stamp.length + text.length + spaces.length + 500,
      ttl: MOST_AGE_MS,
    });
  }

  find(request: ReaderRequest): UnchangedPage | undefined {
    const key = keyOf(request);
    const known = key === undefined ? undefined : this.#known.get(key);
    if (!known?.site || !isStill(known.site)) return undefined;
    const kept = this.#textOf(known);
    return kept && { kept, viewed: known.viewed };
  }

  /** The answer if it is known, else what to end a slow one with; undefined where that is not kept. */
  async answer(request: ReaderRequest): Promise<ReaderAnswer | Begun | undefined> {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    if (request.visitor.member) this.replicas.requirePrimary();
    const known = this.#known.get(key);
    if (known) this.replicas.requireCurrent(known.siteId, ADDRESSES_RECORD);
    const kept = known && this.#textOf(known);
    const site = known && this.#siteOf(known);
    const mark = await this.dispatcher.ask(new MarkOfPublishedUrl(request.url));
    if (!known || !kept || known.mark !== mark || !isStill(known.spaces)) return { key, mark, site };
    known.site = site;
    return textAnswer(kept, known.viewed);
  }

  /** Remembers a slow answer, from its second time on. `text` is the key of its text. */
  note({ key, mark, site }: Begun, served: ServedSite, stamp: string, text: string, viewed?: ReadPlace): void {
    const known = this.#known.peek(key);
    const siteId = served.place.site;
    if (known?.stamp === stamp && known.siteId === siteId && isStill(known.spaces))
      this.#known.set(key, { ...known, mark, site, text, viewed });
    else this.#known.set(key, { mark, siteId, site: undefined, stamp, spaces: this.#watched(spacesOf(served)) });
  }

  /** The text of an answer whose spaces did not change. */
  #textOf({ text, spaces }: Known): KeptText | undefined {
    return text !== undefined && isStill(spaces) ? this.texts.get(text) : undefined;
  }

  /** The site and its addresses, watched from now on at the latest. */
  #siteOf({ site, siteId }: Known): readonly Unchanged[] {
    return site && isStill(site) ? site : this.#watched([ADDRESSES_RECORD, siteId]);
  }

  #watched(records: Iterable<string>): Unchanged[] {
    return Array.from(records, (id) => this.records.of(id));
  }
}

function spacesOf({ spaces }: ServedSite): Set<string> {
  return new Set(spaces.map(({ siteSpace }) => siteSpace.space.id));
}

function isStill(records: readonly Unchanged[]): boolean {
  return records.every(({ still }) => still);
}

/** Undefined for visitors with a token: what it is worth depends on more than the site. */
function keyOf({ url, visitor, theme, markdown }: ReaderRequest): string | undefined {
  const { jwtToken, unsignedClaims, type } = visitor;
  if (jwtToken !== undefined) return undefined;
  const who = unsignedClaims === undefined ? '' : JSON.stringify(unsignedClaims);
  return `${url}\n${theme ?? ''} ${markdown ? 'md' : ''} ${type ?? ''} ${who}`;
}

/** Pages are viewed; their Markdown is read by programs. */
export function textAnswer(kept: KeptText, viewed: ReadPlace | undefined): ReaderAnswer {
  return { kind: 'text', status: 200, kept, ...(viewed ? { viewed } : {}) };
}
