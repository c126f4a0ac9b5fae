import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page, PageRequest } from '#kernel/application/page';
import { ListOrganizations } from '#organization';
import type { PageHitView, SpaceHitView } from '../../contract/search.view.js';
import type { SpaceView } from '../../contract/space.view.js';
import type { ContentTarget } from '../../revisions/application/content.queries.js';
import { SearchOrganization, SearchSpace } from '../../search/application/search.queries.js';
import { ListSpacesOfOrganization } from '../../spaces/application/space/space.queries.js';
import { SpacePages, type ListedPage } from './space-pages.js';
import { listText, partOf } from './texts.js';

const MOST_RECORDS = 100;
const MOST_HITS = 10;
/** Pages in one part of a list. */
const MOST_PAGES = 500;
/** Characters of a page in one answer. */
const MOST_CHARACTERS = 60_000;

/** The tools that read, as texts for a model. */
@Injectable()
export class ReadingTools {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly pages: SpacePages,
  ) {}

  async organizations(caller: Caller, from: string | undefined): Promise<string> {
    const list = await this.dispatcher.ask(new ListOrganizations(caller, request(from)));
    return listText(list, ({ id, title }) => `- ${title} (organization ${id})`);
  }

  async spaces(caller: Caller, organizationId: string, from: string | undefined): Promise<string> {
    const { text } = await this.dispatcher.ask(new ListSpacesOfOrganization(caller, organizationId, request(from)));
    return listText(JSON.parse(text) as Page<SpaceView>, ({ id, title, urls, permissions }) => {
      const may = permissions.edit ? ', you may propose changes' : '';
      return `- [${title}](${urls.published ?? urls.app}) (space ${id}${may})`;
    });
  }

  async listPages(caller: Caller, target: ContentTarget, from: number): Promise<string> {
    const listed = await this.pages.list(caller, target);
    const { items, more } = partOf(listed, from, MOST_PAGES);
    return items.length === 0 ? 'There are no pages.' : [...items.map(pageLine), ...more].join('\n');
  }

  /** What the page is, and its Markdown. */
  async readPage(caller: Caller, target: ContentTarget, named: string, from: number): Promise<string[]> {
    const page = await this.pages.read(caller, target, named);
    const part = partOf(page.markdown ?? '', from, MOST_CHARACTERS);
    return [`${pageLine({ page, depth: 0 })}, ${page.urls.app}`, part.items, ...part.more];
  }

  async searchSpace(caller: Caller, spaceId: string, query: string): Promise<string> {
    const { text } = await this.dispatcher.ask(new SearchSpace(caller, spaceId, query, { limit: MOST_HITS }));
    return hitsText((JSON.parse(text) as Page<PageHitView>).items.map((hit) => hitText(hit, spaceId)));
  }

  async searchOrganization(caller: Caller, organizationId: string, query: string): Promise<string> {
    const found = new SearchOrganization(caller, organizationId, query, { limit: MOST_HITS });
    const { items } = JSON.parse((await this.dispatcher.ask(found)).text) as Page<SpaceHitView>;
    const hits = items.flatMap(({ id, title, pages }) => pages.map((hit) => ({ hit, space: `${id} ${title}` })));
    const best = hits.sort((a, b) => a.hit.rank - b.hit.rank).slice(0, MOST_HITS);
    return hitsText(best.map(({ hit, space }) => hitText(hit, space)));
  }
}

const request = (after: string | undefined): PageRequest => ({
  limit: MOST_RECORDS,
  ...(after === undefined ? {} : { after }),
});

function pageLine({ page: { id, title, type, path }, depth }: ListedPage): string {
  const kind = type === 'document' ? 'page' : type;
  return `${'  '.repeat(depth)}- ${title} (${kind} ${id}${path === undefined ? '' : `, path ${path}`})`;
}

function hitText({ id, title, path, ancestors, sections, urls }: PageHitView, space: string): string {
  const above = ancestors.map((ancestor) => `${ancestor.title} > `).join('');
  const said = sections.map((section) => `  ${section.title}: ${section.body}`);
  return [`- ${above}[${title}](${urls.app}) (page ${id}, path ${path}, space ${space})`, ...said].join('\n');
}

const hitsText = (hits: readonly string[]): string => (hits.length === 0 ? 'Nothing was found.' : hits.join('\n'));
