import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import {
  GetPage,
  GetPageByPath,
  ListPages,
  type Answer,
  type ContentTarget,
  type PageReading,
} from '../../revisions/application/content.queries.js';
import type { PageView, PagesView } from '../../revisions/application/page.view.js';

/** A page in the order of the tree. */
export interface ListedPage {
  page: PageView;
  /** How many pages are above it. */
  depth: number;
}

const READING = { metadata: false, computed: true };
/** As it is stored, so that what is read can be changed and sent back. */
const SOURCE: PageReading = { ...READING, format: 'markdown', refs: 'relative' };
/** Ids of pages look like this, and so may slugs. */
const ID = /^[\dA-Za-z]{20}$/;

/** The pages of a space, or of a change request in it, as the caller may read them. */
@Injectable()
export class SpacePages {
  constructor(private readonly dispatcher: Dispatcher) {}

  async list(caller: Caller, target: ContentTarget): Promise<ListedPage[]> {
    const { pages } = parsed<PagesView>(await this.dispatcher.ask(new ListPages(caller, target, READING)));
    return [...walk(pages, 0)];
  }

  /** With its Markdown. Named by its id, or by its path with or without `.md`; the empty path is the first page. */
  async read(caller: Caller, target: ContentTarget, named: string): Promise<PageView> {
    const byId = ID.test(named) ? await this.#byId(caller, target, named) : undefined;
    if (byId !== undefined) return byId;
    return parsed(await this.dispatcher.ask(new GetPageByPath(caller, target, pathIn(named), SOURCE)));
  }

  /** The ids of pages that are named by their ids or paths, as a function of these names. It throws NotFound. */
  async finder(caller: Caller, target: ContentTarget, names: readonly string[]): Promise<(name: string) => string> {
    if (names.length === 0) return (name) => name;
    const pages = await this.list(caller, target);
    const ids = new Set(pages.map(({ page }) => page.id));
    const byPath = new Map(pages.map(({ page }) => [page.path, page.id]));
    return (name) => {
      const id = ids.has(name) ? name : byPath.get(pathIn(name));
      if (id === undefined) throw new NotFound(`There is no page ${name}`);
      return id;
    };
  }

  async #byId(caller: Caller, target: ContentTarget, id: string): Promise<PageView | undefined> {
    try {
      return parsed<PageView>(await this.dispatcher.ask(new GetPage(caller, target, id, SOURCE)));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

function* walk(pages: readonly PageView[], depth: number): Generator<ListedPage> {
  for (const page of pages) {
    yield { page, depth };
    yield* walk(page.pages, depth + 1);
  }
}

const pathIn = (named: string): string => named.replace(/^\/+|\/+$/g, '').replace(/\.md$/, '');

function parsed<View>(answer: Answer): View {
  if (answer instanceof NotModified) throw new TypeError('Nothing was said to be known already');
  return JSON.parse(answer.text) as View;
}
