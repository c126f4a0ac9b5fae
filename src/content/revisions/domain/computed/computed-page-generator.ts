import { canonicalJson } from '#kernel/domain/canonical-json';
import { uniqueSlug } from '#kernel/domain/slug';
import type { OpenAPIPage, OpenAPIPages } from '../../../contract/openapi.js';
import type { ContentDraft } from '../content/content-draft.js';
import { truncateFields, truncateTitle } from '../page/page-fields.js';
import type { PageRecord } from '../page/page-record.js';
import type { PageTexts } from '../page/page-text.js';
import type { StoredDocument } from '../ports.js';
import { keepRanks } from '../tree/rank-order.js';
import { generatedId } from './generated-id.js';
import { specOf, type DocumentSource, type PagesSource } from './pages-source.js';

/** Finds the pages that sources generate. */
export abstract class SourcePages {
  /** The pages of each source; undefined where the specification does not exist. */
  abstract of(organizationId: string, sources: readonly PagesSource[]): Promise<(OpenAPIPages | undefined)[]>;
}

/** A computed page with its source. */
type SourcePage = PageRecord & { computed: PagesSource };

/**
 * Generates the pages of computed pages into a draft, as siblings right after their computed page. A page keeps its id
 * as long as the source contains it, and its record as long as its content is unchanged. The same version of a source
 * always generates the same records.
 */
export class ComputedPageGenerator {
  constructor(
    private readonly sources: SourcePages,
    private readonly texts: PageTexts,
  ) {}

  /**
   * Generates the pages of all computed pages that the draft put, and deletes those of computed pages that it deleted.
   */
  async generateChanged(draft: ContentDraft): Promise<void> {
    const changed = [...draft.changedPages()];
    const gone = changed.flatMap(({ before, now }) => (now === null && before?.made ? before.made.pages : []));
    if (gone.length > 0) await draft.deletePages(gone);
    await this.generate(
      draft,
      changed.flatMap(({ now }) => now ?? []),
    );
  }

  /**
   * Generates the pages of all computed pages among these, and deletes generated pages that are no longer in their
   * sources. Reads everything in a fixed number of steps.
   */
  async generate(draft: ContentDraft, pages: readonly PageRecord[]): Promise<void> {
    const sources = pages.filter(isSource);
    if (sources.length === 0) return;
    const { organizationId } = draft.head;
    const made = await this.sources.of(
      organizationId,
      sources.map(({ computed }) => computed),
    );
    const before = await this.#before(draft, sources);
    const generations = sources.map((page, at) => new Generation(draft, page, made[at], before, this.texts));
    const kept = new Set(generations.flatMap(({ ids }) => [...ids]));
    await draft.preload([...before.keys(), ...kept]);
    await draft.deletePages([...before.keys()].filter((id) => !kept.has(id)));
    for (const generation of generations) await generation.place();
  }

  /** The pages that were generated from these sources before, at any depth, by their ids. */
  async #before(draft: ContentDraft, sources: readonly SourcePage[]): Promise<Map<string, PageRecord>> {
    const tops = sources.flatMap(({ made }) => made?.pages ?? []);
    if (tops.length === 0) return new Map();
    const ids = new Set(sources.map(({ id }) => id));
    const below = await draft.content.descendants(draft.head, tops);
    const records = await draft.content.pages(draft.head, [...tops, ...below.map(({ id }) => id)]);
    return new Map([...records].filter(([, { origin }]) => origin !== undefined && ids.has(origin.page)));
  }
}

/** Puts the generated pages of one computed page into a draft. */
class Generation {
  /** The ids of all pages that it generates. */
  readonly ids = new Set<string>();

  constructor(
    private readonly draft: ContentDraft,
    private readonly page: SourcePage,
    private readonly pages: OpenAPIPages | undefined,
    private readonly before: ReadonlyMap<string, PageRecord>,
    private readonly texts: PageTexts,
  ) {
    this.#collect(pages?.pages ?? []);
  }

  async place(): Promise<void> {
    const { parent, rank } = this.page;
    const made = this.pages?.pages ?? [];
    const beside = (await this.draft.siblings(parent)).filter(({ id }) => !this.ids.has(id));
    const next = beside.find((sibling) => sibling.rank > rank)?.rank ?? null;
    const taken = new Set(beside.map(({ slug }) => slug));
    await this.#placeAll(made, parent, keepRanks(this.#ranks(made, parent), rank, next), taken);
    const { made: _, ...page } = this.page;
    const noted = {
      ...page,
      computed: { ...page.computed, dependencies: { spec: { ref: this.#ref } } },
      ...this.#noted,
    };
    if (canonicalJson(noted) !== canonicalJson(this.page)) await this.draft.placePage(noted);
  }

  async #placeAll(
    pages: readonly OpenAPIPage[],
    parent: string | null,
    ranks: readonly string[],
    taken: Set<string>,
  ): Promise<void> {
    for (const [at, page] of pages.entries()) {
      const slug = uniqueSlug(page.slug, taken);
      taken.add(slug);
      const id = this.#idOf(page.key);
      await this.#put(page, { id, parent, rank: ranks[at] ?? '', slug });
      await this.#placeAll(page.pages, id, keepRanks(this.#ranks(page.pages, id)), new Set());
    }
  }

  async #put(page: OpenAPIPage, place: Pick<PageRecord, 'id' | 'parent' | 'rank' | 'slug'>): Promise<void> {
    const before = this.before.get(place.id);
    const now = this.pages?.createdAt.toISOString() ?? '';
    const record: PageRecord = {
      ...place,
      type: page.type,
      title: truncateTitle(page.title),
      ...truncateFields(textsOf(page)),
      ...(this.ids.has(place.parent ?? '') ? {} : this.#passedOn),
      origin: { page: this.page.id, ...this.#sourceOf(page), digest: page.digest },
      createdAt: before?.createdAt ?? now,
    };
    const document = await this.#document(page, before);
    if (document !== undefined) record.document = typeof document === 'string' ? document : document.hash;
    const unchanged = before && contentOf(before) === contentOf(record);
    const updatedAt = unchanged ? before.updatedAt : before && now;
    if (updatedAt !== undefined) record.updatedAt = updatedAt;
    if (before && canonicalJson(before) === canonicalJson(record)) return;
    const alone = this.ids.has(place.parent ?? '');
    await this.draft.placePage(record, typeof document === 'string' ? undefined : document, alone);
  }

  /** The stored document; only its hash where the page has not changed. */
  async #document(page: OpenAPIPage, before: PageRecord | undefined): Promise<StoredDocument | string | undefined> {
    if (!page.document) return undefined;
    if (before?.document !== undefined && before.origin?.digest === page.digest) return before.document;
    return this.texts.store(page.document, () => undefined, undefined);
  }

  #sourceOf({ props }: OpenAPIPage): { source?: DocumentSource } {
    if (!props) return {};
    return { source: { type: 'builtin:openapi', props, dependencies: { spec: { ref: this.#ref } } } };
  }

  get #noted(): Pick<PageRecord, 'made'> {
    if (!this.pages) return {};
    const { id, version, pages } = this.pages;
    return { made: { spec: id, version, pages: pages.map(({ key }) => this.#idOf(key)) } };
  }

  /** Settings of the computed page that its generated pages inherit. */
  get #passedOn(): Partial<PageRecord> {
    const { condition, hidden, noIndex, noRobotsIndex } = this.page;
    const all = { condition, hidden, noIndex, noRobotsIndex };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  /** Refers to the specification by its slug, also where the caller named it by its id. */
  get #ref(): { kind: 'openapi'; spec: string } {
    return { kind: 'openapi', spec: this.pages?.slug ?? specOf(this.page.computed) };
  }

  #ranks(pages: readonly OpenAPIPage[], parent: string | null): (string | undefined)[] {
    return pages.map(({ key }) => {
      const before = this.before.get(this.#idOf(key));
      return before?.parent === parent ? before.rank : undefined;
    });
  }

  #collect(pages: readonly OpenAPIPage[]): void {
    for (const { key, pages: below } of pages) {
      this.ids.add(this.#idOf(key));
      this.#collect(below);
    }
  }

  #idOf(key: string): string {
    return generatedId(this.page.id, key);
  }
}

function isSource(page: PageRecord): page is SourcePage {
  return page.type === 'computed' && page.computed !== undefined;
}

function textsOf({ description, icon }: OpenAPIPage): { description?: string; icon?: string } {
  return { ...(description === undefined ? {} : { description }), ...(icon === undefined ? {} : { icon }) };
}

/** The content of a page without its place and times. */
function contentOf({ title, description, icon, document, origin, type }: PageRecord): string {
  return canonicalJson({ title, description, icon, document, origin, type });
}
