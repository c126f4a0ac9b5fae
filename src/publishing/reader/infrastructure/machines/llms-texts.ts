import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReadShownTexts } from '#content';
import type { ListedSpace } from './listed-pages.js';
import { LlmsFullText, type LlmsHead } from './llms-text.js';
import type { ServedSite } from '.././served-site.js';
import type { Visit } from '../published-visits.js';

/** Characters of the texts of all pages: what is kept at most. */
const MOST_CHARACTERS = 2_000_000;
/** Pages that are read together. */
const BATCH = 50;

/** The texts of a site for language models. */
@Injectable()
export class LlmsTexts {
  constructor(private readonly dispatcher: Dispatcher) {}

  headOf(site: ServedSite, [first]: readonly ListedSpace[]): LlmsHead {
    const base = site.canonical(site.place.basePath);
    return {
      title: site.title,
      description: first?.pages[0]?.node.record.description,
      full: `${base}llms-full.txt`,
      list: `${base}llms.txt`,
    };
  }

  /** Some statements for fifty pages, until the text is full. */
  async full({ caller }: Visit, head: LlmsHead, spaces: readonly ListedSpace[]): Promise<string> {
    const text = new LlmsFullText(head, MOST_CHARACTERS);
    const batches = spaces.flatMap(({ placed, pages }) =>
      Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, at) => ({
        content: { spaceId: placed.siteSpace.space.id, revisionId: placed.siteSpace.space.revision },
        pages: pages.slice(at * BATCH, (at + 1) * BATCH),
      })),
    );
    for (const { content, pages } of batches) {
      if (text.full) {
        text.leaveOut(pages.length);
        continue;
      }
      const ids = pages.map(({ node }) => node.record.id);
      const found = await this.dispatcher.ask(new ReadShownTexts(caller, content, ids));
      for (const page of pages) text.add(page, found.get(page.node.record.id) ?? '');
    }
    return text.text;
  }
}
