import { LRUCache } from 'lru-cache';
import type { Outbound } from '#outbound';
import { frameOf, targetOf } from './frame.js';
import { readHead, type PageHead } from './page-head.js';
import { endpointOf } from './providers.js';
import { readOEmbed, type OEmbed } from './oembed.js';

/** How the target of an address is shown where it is embedded. */
export interface EmbedDescription {
  title: string;
  /** Name of the site, or else its host. */
  site: string;
  /** Address of a small picture. */
  icon?: string;
  /** A frame or picture that shows the target itself; safe to be put into any page. */
  html?: string;
}

/** What an address shows in another page, without markup: a frame or a picture with an address of https. */
export interface EmbeddedTarget {
  kind: 'frame' | 'picture';
  title: string;
  src: string;
}

interface Found {
  description?: EmbedDescription;
  target?: EmbeddedTarget;
}

const MOST_KEPT = 5_000;
const KEPT_MS = 24 * 3_600_000;
/** What could not be read may be there again soon. */
const MISSING_KEPT_MS = 10 * 60_000;
const LONGEST = 300;

/**
 * Describes addresses by what the other side says of itself: oEmbed (https://oembed.com), asked of the providers in its
 * registry and of those a page names, and the page's head. Answers are kept for a day in this process; addresses asked
 * for by several at once are fetched once.
 */
export class OutboundEmbeds {
  readonly #kept: LRUCache<string, Found>;

  constructor(private readonly outbound: Outbound) {
    this.#kept = new LRUCache({
      max: MOST_KEPT,
      ttl: KEPT_MS,
      fetchMethod: async (url, _, { options }) => {
        const found = await this.#read(url);
        if (found.description === undefined) options.ttl = MISSING_KEPT_MS;
        return found;
      },
    });
  }

  /** Undefined where nothing is known: the other side does not answer, refuses, or has no title. */
  async describe(url: string): Promise<EmbedDescription | undefined> {
    return (await this.#kept.fetch(url))?.description;
  }

  /** Undefined where there is nothing to show in a page but a link. */
  async target(url: string): Promise<EmbeddedTarget | undefined> {
    return (await this.#kept.fetch(url))?.target;
  }

  /** Whether the oEmbed registry says where to ask about an address; asks no other server. */
  isKnown(url: string): boolean {
    return URL.canParse(url) && endpointOf(url) !== undefined;
  }

  async #read(url: string): Promise<Found> {
    const endpoint = endpointOf(url);
    const [head, told] = await Promise.all([
      readHead(this.outbound, url),
      endpoint === undefined ? undefined : readOEmbed(this.outbound, endpoint),
    ]);
    const discovered = told === undefined && head?.oEmbed !== undefined;
    return foundOf(url, head, discovered ? await readOEmbed(this.outbound, head.oEmbed as string) : told);
  }
}

function foundOf(url: string, head?: PageHead, told?: OEmbed): Found {
  const title = oneLine(told?.title) ?? oneLine(head?.title);
  if (title === undefined) return {};
  const target = told && targetOf(told);
  return {
    description: describe(url, title, head, told),
    ...(target === undefined ? {} : { target: { ...target, title } }),
  };
}

function describe(url: string, title: string, head?: PageHead, told?: OEmbed): EmbedDescription {
  const html = told && frameOf(told);
  return {
    title,
    site: oneLine(told?.providerName) ?? oneLine(head?.site) ?? new URL(url).hostname.replace(/^www\./, ''),
    ...(head?.icon === undefined ? {} : { icon: head.icon }),
    ...(html === undefined ? {} : { html }),
  };
}

function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (!line) return undefined;
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
