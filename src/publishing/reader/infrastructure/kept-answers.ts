import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Dispatcher } from '#kernel/application/dispatcher';
import { UnchangedRecords, type Unchanged } from '#kernel/application/unchanged-records';
import { MarkOfPublishedUrl } from '../../visits/application/visit.queries.js';
import type { KeptText, ReaderAnswer, ReaderRequest } from '../application/reader.queries.js';
import type { ReadPlace } from '../application/read-place.js';
import { KeptTexts } from './kept-texts.js';
import type { ServedSite } from './served-site.js';

/** What a request was answered with, and what that was made of. */
interface Known {
  /** The versions of the site. */
  mark: string | undefined;
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
}

/** Of all addresses and places. */
const MOST_CHARACTERS = 24_000_000;
/** Where visitors sign in, and whether an organization allows AI, may be a minute old. */
const MOST_AGE_MS = 60_000;

/**
 * Which texts answered which requests, so that a text that is kept is found with one statement: it reads the versions
 * of the site, while changes of its spaces are heard. For visitors without a token, who all are shown the same at an
 * address for the same claims.
 */
@Injectable()
export class KeptAnswers {
  readonly #known = new LRUCache<string, Known>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ stamp, text = '', spaces }, key) =>
      key.length + stamp.length + text.length + spaces.length + 500,
    ttl: MOST_AGE_MS,
  });

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly records: UnchangedRecords,
    private readonly texts: KeptTexts,
  ) {}

  /** The answer if it is known, else what to end a slow one with; undefined where that is not kept. */
  async answer(request: ReaderRequest): Promise<ReaderAnswer | Begun | undefined> {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    const mark = await this.dispatcher.ask(new MarkOfPublishedUrl(request.url));
    const known = this.#known.get(key);
    if (known?.text !== undefined && known.mark === mark && known.spaces.every(({ still }) => still)) {
      const kept = this.texts.get(known.text);
      if (kept) return textAnswer(kept, known.viewed);
    }
    return { key, mark };
  }

  /** Remembers a slow answer, from its second time on. `text` is the key of its text. */
  note({ key, mark }: Begun, site: ServedSite, stamp: string, text: string, viewed: ReadPlace | undefined): void {
    const known = this.#known.peek(key);
    const isSame = known?.stamp === stamp && known.spaces.every(({ still }) => still);
    if (isSame) this.#known.set(key, { ...known, mark, text, viewed });
    else this.#known.set(key, { mark, stamp, spaces: this.#watched(site) });
  }

  #watched({ spaces }: ServedSite): Unchanged[] {
    const ids = new Set(spaces.map(({ siteSpace }) => siteSpace.space.id));
    return [...ids].map((id) => this.records.of(id));
  }
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
