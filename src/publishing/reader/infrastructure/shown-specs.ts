import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { apiWordsFor, type ApiContext } from '#api-html';
import type { Caller } from '#kernel/application/caller';
import type { OutsideBlock } from '#page-html';
import { collectReferences, type RichDocument } from '#rich-document';
import { wordsFor } from '#site-html';
import { specificationBlocks, type SpecificationBlock } from '../domain/specification-blocks.js';
import { KnownSpecifications, type KnownSpecification } from './specifications/known-specifications.js';
import type { WantedBlock } from './specifications/specification-tasks.js';

/** Specifications of which one page shows something. */
const MOST_SPECS = 5;
/** Characters of HTML of one page, after which its blocks are drawn in brief. */
const MOST_OF_PAGE = 1_200_000;
/** Characters of the largest block that is kept as it was drawn. */
const LARGEST_KEPT = 2_000_000;

/** Draws one block; undefined for one of a specification that the visitor is not shown. */
export type DrawBlock = (block: OutsideBlock) => string | undefined;

/** The page that shows specifications. */
export interface SpecsPage {
  organizationId: string;
  document: RichDocument;
  /** BCP 47. */
  language: string;
  /** Where a form leads that tries requests, and the path of the page at its site; none are tried where left out. */
  trying: { action: string; page: string } | undefined;
}

/**
 * What pages show of OpenAPI specifications. It is drawn in a process, a few blocks at a time, so that neither large
 * specifications nor pages with hundreds of operations hold up others.
 */
@Injectable()
export class ShownSpecs {
  readonly #drawn: LRUCache<string, string>;

  constructor(
    private readonly specifications: KnownSpecifications,
    caches: CacheBudget,
  ) {
    this.#drawn = caches.lru('drawn specifications', {
      maxEntrySize: LARGEST_KEPT,
      sizeCalculation: (html, key) => html.length + key.length,
    });
  }

  /** Undefined for a document that shows nothing of specifications. One statement for each specification it names. */
  async of(caller: Caller, page: SpecsPage): Promise<DrawBlock | undefined> {
    const slugs = collectReferences(page.document).flatMap(({ ref }) => (ref.kind === 'openapi' ? [ref.spec] : []));
    const named = [...new Set(slugs)].slice(0, MOST_SPECS);
    if (named.length === 0) return undefined;
    const specs = new Map(
      await Promise.all(
        named.map(async (slug) => {
          return [slug, await this.specifications.read(caller, page.organizationId, slug)] as const;
        }),
      ),
    );
    const drawn = await this.#draw(page, specs);
    return (block) => drawn.get(block);
  }

  /** Draws the blocks of a page in their order: how much of a block is drawn depends on those before. */
  async #draw(
    page: SpecsPage,
    specs: ReadonlyMap<string, KnownSpecification | undefined>,
  ): Promise<ReadonlyMap<OutsideBlock, string>> {
    const drawn = new Map<OutsideBlock, string>();
    let room = MOST_OF_PAGE;
    const waiting = specificationBlocks(page.document).map((block, index) => ({ block, index }));
    while (waiting.length > 0) {
      const specification = specs.get(slugOf(waiting[0]?.block));
      const next = sliceWhile(waiting, ({ block }) => specs.get(slugOf(block)) === specification);
      const wanted = next.map(({ block, index }) => ({ block, context: contextOf(page, block, index, room <= 0) }));
      const html = specification ? await this.#turn(specification, wanted) : wanted.map(() => null);
      for (const one of html) {
        const { block } = waiting.shift() as (typeof next)[number];
        room -= one?.length ?? 0;
        if (one !== null) drawn.set(block, one);
      }
    }
    return drawn;
  }

  /** The next blocks of one specification, at least one of them. */
  async #turn(specification: KnownSpecification, wanted: readonly WantedBlock[]): Promise<(string | null)[]> {
    const keys = wanted.map((one) => JSON.stringify([specification.key, one.block.data, keyOf(one.context)]));
    const known = this.#drawn.get(keys[0] ?? '');
    if (known !== undefined) return [known];
    const html = (await specification.run('drawBlocks', wanted)) ?? wanted.map(() => null);
    for (const [index, one] of html.entries()) if (one !== null) this.#drawn.set(keys[index] ?? '', one);
    return html;
  }
}

function sliceWhile<T>(list: readonly T[], is: (item: T) => boolean): T[] {
  const end = list.findIndex((item) => !is(item));
  return list.slice(0, end === -1 ? undefined : end).slice(0, MOST_OF_TURN);
}

/** Blocks that are handed over at a time: their texts of the interface are handed over with each. */
const MOST_OF_TURN = 8;

const slugOf = (block: SpecificationBlock | undefined): string =>
  block?.data.ref.kind === 'openapi' ? block.data.ref.spec : '';

/** What differs in contexts of one specification. */
const keyOf = ({ prefix, locale, headless, brief, trying }: ApiContext): unknown[] => [
  prefix,
  locale,
  headless === true,
  brief === true,
  trying?.page,
];

function contextOf(
  { language, trying }: SpecsPage,
  block: SpecificationBlock,
  index: number,
  brief: boolean,
): ApiContext {
  return {
    prefix: `api-${index + 1}`,
    locale: language,
    words: apiWordsFor(language),
    pageWords: wordsFor(language).page,
    headless: 'headless' in block.data && block.data.headless === true,
    brief,
    ...(trying && block.type === 'openapi-operation' ? { trying: { ...trying, spec: slugOf(block) } } : {}),
  };
}
