import { text } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_ENGLISH, drawOperation, drawSchemas, drawWebhook, type ApiContext } from '#api-html';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import type { OutsideBlock } from '#page-html';
import { collectReferences, type ContentRef, type RichDocument } from '#rich-document';
import { wordsFor } from '#site-html';
import { ReadOpenAPISpecContent } from '../../openapi/application/openapi-spec.queries.js';

/** Specifications of which one page shows something. */
const MOST_SPECS = 5;
/** Characters of all that are kept taken apart: they take several times as many bytes. */
const MOST_CHARACTERS = 20_000_000;

interface Specification {
  etag: string;
  content: SpecObject;
}

type SpecObject = Parameters<typeof drawOperation>[0];

/** Draws one block; undefined for one of a specification that the visitor is not shown. */
export type DrawBlock = (block: OutsideBlock) => string | undefined;

/** What pages show of OpenAPI specifications. These are kept taken apart, under the versions they were read at. */
@Injectable()
export class ShownSpecs {
  readonly #specs = new LRUCache<string, Specification>({ maxSize: MOST_CHARACTERS });

  constructor(private readonly dispatcher: Dispatcher) {}

  /** Undefined for a document that shows nothing of specifications. One statement for each specification it names. */
  async of(
    caller: Caller,
    organizationId: string,
    document: RichDocument,
    language: string,
  ): Promise<DrawBlock | undefined> {
    const slugs = collectReferences(document).flatMap(({ ref }) => (ref.kind === 'openapi' ? [ref.spec] : []));
    const named = [...new Set(slugs)].slice(0, MOST_SPECS);
    if (named.length === 0) return undefined;
    const specs = new Map<string, SpecObject>();
    await Promise.all(
      named.map(async (slug) => {
        const content = await this.#read(caller, organizationId, slug);
        if (content !== undefined) specs.set(slug, content);
      }),
    );
    let drawn = 0;
    return (block) => {
      if (!('ref' in block.data)) return undefined;
      const content = specs.get(slugOf(block.data.ref));
      return content === undefined ? undefined : draw(block, content, contextOf(`api-${++drawn}`, language, block));
    };
  }

  async #read(caller: Caller, organizationId: string, specSlug: string): Promise<SpecObject | undefined> {
    const key = `${organizationId}/${specSlug}`;
    const known = this.#specs.get(key);
    const conditions = { ifNoneMatch: known?.etag, headOnly: false };
    try {
      const query = new ReadOpenAPISpecContent(caller, { organizationId, specSlug }, 'content', conditions);
      const { etag, body } = await this.dispatcher.ask(query);
      if (!body) return known?.content;
      const whole = await text(body);
      const content = (JSON.parse(whole) as { filesystem: [{ specification: SpecObject }] }).filesystem[0]
        .specification;
      this.#specs.set(key, { etag, content }, { size: whole.length });
      return content;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

const slugOf = (ref: ContentRef): string => (ref.kind === 'openapi' ? ref.spec : '');

function contextOf(prefix: string, language: string, { data }: OutsideBlock): ApiContext {
  return {
    prefix,
    locale: language,
    words: API_ENGLISH,
    pageWords: wordsFor(language).page,
    headless: 'headless' in data && data.headless === true,
  };
}

function draw(block: OutsideBlock, spec: SpecObject, context: ApiContext): string | undefined {
  if (block.type === 'openapi-operation') {
    const { path, method } = block.data;
    return drawOperation(spec, { path, method: method.toLowerCase() }, context);
  }
  if (block.type === 'openapi-webhook') {
    const { name, method } = block.data;
    return drawWebhook(spec, { name, method: method.toLowerCase() }, context);
  }
  if (block.type !== 'openapi-schemas') return undefined;
  const { schemas, grouped = false } = block.data;
  return drawSchemas(spec, { schemas, grouped }, context);
}
