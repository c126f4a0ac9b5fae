import type { Block, ContentRef } from '#rich-document';
import { keyOfReference, type BookPage, type BookPart, type Picture, type Target } from './book.js';
import type { Press } from './press/press.js';
import type { ScriptRuns } from './press/script-runs.js';
import type { Content } from './style.js';

/** What a page is composed with: what it refers to, and what is kept of it until its end. */
export class Desk {
  /** Bodies of annotations, which follow the page; their numbers are their places, from 1. */
  readonly notes: Block[][] = [];
  readonly #anchors = new Set<string>();

  constructor(
    readonly press: Press,
    readonly runs: ScriptRuns,
    /** The language of the book. */
    readonly language: string,
    private readonly part: BookPart,
    private readonly page: BookPage,
    /** Called for every link to a page of the book. */
    private readonly linked: (destination: string, page: string) => void,
  ) {}

  targetOf(ref: ContentRef | undefined): Target {
    if (!ref) return {};
    return this.part.targets.get(keyOfReference(this.page.id, ref)) ?? (ref.kind === 'url' ? { url: ref.url } : {});
  }

  /** What a block shows of an OpenAPI specification; nothing where that is not known. */
  shownBy(block: Block): readonly Block[] {
    return this.part.shown.get(block) ?? [];
  }

  pictureOf(ref: ContentRef | undefined): (Picture & { key: string }) | undefined {
    const key = this.targetOf(ref).picture;
    const picture = key === undefined ? undefined : this.part.pictures.get(key);
    return picture && key !== undefined ? { ...picture, key } : undefined;
  }

  /** What makes text or a picture a link; nothing where it leads nowhere that can be named. */
  linkTo({ page, anchor, url }: Target): Content {
    if (page !== undefined) {
      const destination = placeOf(page, anchor);
      this.linked(destination, page);
      return { linkToDestination: destination };
    }
    return url !== undefined && /^(?:https?:|mailto:)/i.test(url) ? { link: url } : {};
  }

  /** The name of a place on this page, at its first use. */
  anchor(id: string | undefined): Content {
    if (id === undefined || this.#anchors.has(id)) return {};
    this.#anchors.add(id);
    return { id: placeOf(this.page.id, id) };
  }
}

/** Pages, and the places on them, by the names links lead to. */
export function placeOf(page: string, anchor?: string): string {
  return anchor === undefined ? `page ${page}` : `page ${page}#${anchor}`;
}
