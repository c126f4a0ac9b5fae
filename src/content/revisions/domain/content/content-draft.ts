import { Invalid, NotFound } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { refuseGenerated } from '../computed/refuse-generated.js';
import { validTitle, withFields, type PageFields } from '../page/page-fields.js';
import { requireChangeable, requireOfType } from '../page/type-rules.js';
import { hasAddress } from '../page/has-address.js';
import type { FileRecord, PageRecord, PageType, ReusableContentRecord } from '../page/page-record.js';
import type { Head, LiveContent, RevisionDraft, RevisionRoots, SiblingRecord, StoredDocument } from '../ports.js';
import { DraftSiblings } from './draft-siblings.js';
import { chooseFree, isBelowAny, rankAt } from './siblings.js';
import { requireFew } from './variables.js';

/** The requested place of a page: its parent (`null`: the root) and its index among its siblings (absent: last). */
export interface Place {
  into?: string | null | undefined;
  at?: number | undefined;
}

/**
 * The content of a space during a change. It starts from the locked head, applies changes in sequence, and becomes one
 * new revision. It loads only the records that the changes need.
 */
export class ContentDraft {
  readonly #pages = new Map<string, PageRecord | null>();
  readonly #files = new Map<string, FileRecord | null>();
  readonly #contents = new Map<string, ReusableContentRecord | null>();
  #variables: RevisionRoots['variables'] | undefined;
  readonly #siblings: DraftSiblings;
  readonly #documents = new Map<string, StoredDocument>();
  readonly #moved = new Set<string>();
  /** The head's records of the pages loaded so far; undefined for a page that the head lacks. */
  readonly #stored = new Map<string, PageRecord | undefined>();

  constructor(
    readonly head: Head,
    readonly content: LiveContent,
    private readonly now: Date,
  ) {
    const isNew = (page: string): boolean => this.#stored.has(page) && !this.#stored.get(page);
    this.#siblings = new DraftSiblings(head, content, this.#pages, isNew);
  }

  /** A page with the draft's changes applied. Throws NotFound when there is none. */
  async page(id: string): Promise<PageRecord> {
    const record = await this.#find(id);
    if (!record) throw new NotFound(`Page ${id} not found`);
    return record;
  }

  /** Loads pages in one step that are needed one by one afterwards. */
  async preload(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#stored.has(id));
    if (unknown.length === 0) return;
    const found = await this.content.pages(this.head, unknown);
    for (const id of unknown) this.#stored.set(id, found.get(id));
  }

  async insertPage(
    page: PageFields & { type: PageType; title: string; id?: string },
    place: Place = {},
    document?: StoredDocument,
  ): Promise<PageRecord> {
    const parent = place.into ?? null;
    await this.#requireHolder(page.type, parent);
    const id = page.id ?? newId(this.now.getTime());
    const { type, title, slug: wanted } = page;
    const { rank, slug } = await this.#siblings.placeFor({ id, type, title, parent, at: place.at, slug: wanted });
    if (page.id === undefined) this.#stored.set(id, undefined);
    requireOfType(page.type, page, document !== undefined);
    const own = { title: validTitle(page.title), createdAt: this.now.toISOString() };
    const next = withFields({ id, type: page.type, parent, rank, slug, ...own }, page);
    if (document) this.#setDocument(next, document);
    this.#put(next);
    this.#moved.add(id);
    return next;
  }

  async updatePage(id: string, fields: PageFields, place: Place = {}, document?: StoredDocument): Promise<PageRecord> {
    const before = await this.page(id);
    requireChangeable(before, fields, document !== undefined);
    const next = withFields(before, fields);
    if (document) this.#setDocument(next, document);
    const parent = place.into === undefined ? before.parent : place.into;
    const stays = parent === before.parent && place.at === undefined;
    const renamed = fields.slug !== undefined && fields.slug !== before.slug && hasAddress(before.type);
    if (!stays || renamed) await this.#move(before, next, parent, stays ? undefined : place.at, fields.slug);
    next.updatedAt = this.now.toISOString();
    this.#pages.set(id, next);
    return next;
  }

  /** Deletes a page and all pages below it in the draft. */
  async deletePage(id: string): Promise<void> {
    refuseGenerated(await this.page(id));
    await this.deletePages([id]);
  }

  /** Deletes many pages, with all pages below them, at once; skips those already deleted. */
  async deletePages(ids: readonly string[]): Promise<void> {
    await this.preload(ids);
    const tops = new Set<string>();
    for (const id of ids) if (this.#known(id)) tops.add(id);
    if (tops.size === 0) return;
    const parents = new Map<string, string | null>();
    // The head still has the descendants of a page that was moved in this draft below it: they move with it.
    const moved = [...this.#moved].filter((page) => this.#stored.get(page));
    for (const below of await this.content.descendants(this.head, [...tops, ...moved])) {
      parents.set(below.id, below.parent);
    }
    for (const [page, own] of this.#pages) {
      if (own) parents.set(page, own.parent);
      else parents.delete(page);
    }
    for (const id of tops) this.#siblings.remove(this.#known(id)?.parent ?? null, id);
    for (const page of new Set([...tops, ...parents.keys()])) {
      if (!tops.has(page) && !isBelowAny(page, tops, parents)) continue;
      this.#pages.set(page, null);
      this.#moved.delete(page);
    }
  }

  insertFile(file: FileRecord): void {
    this.#files.set(file.id, file);
  }

  /** Restores a page from another revision. An existing page keeps its place; a deleted one returns to its parent. */
  async restorePage(record: PageRecord, document: StoredDocument | undefined): Promise<PageRecord> {
    refuseGenerated(record);
    const current = await this.#find(record.id);
    const { parent, rank, slug, ...fields } = record;
    if (!current) {
      const into = parent !== null && (await this.#find(parent)) ? parent : null;
      const siblings = await this.siblings(into);
      const next = { ...record, parent: into, rank: rankAt(siblings, undefined), slug: chooseFree(slug, siblings) };
      if (document) this.#setDocument(next, document);
      this.#put(next);
      this.#moved.add(record.id);
      return next;
    }
    const next: PageRecord = { ...fields, parent: current.parent, rank: current.rank, slug: current.slug };
    if (document) this.#setDocument(next, document);
    next.updatedAt = this.now.toISOString();
    this.#pages.set(next.id, next);
    return next;
  }

  /** Puts a record with its fields and, as far as possible, its place and slug. */
  async putPage(record: PageRecord): Promise<void> {
    const current = await this.#find(record.id);
    const into = record.parent !== null && (await this.#find(record.parent)) ? record.parent : null;
    await this.#requireHolder(record.type, into);
    if (current) await this.#refuseCycle(record.id, into);
    const siblings = await this.#siblings.of(into);
    if (current) this.#siblings.remove(current.parent, record.id);
    const slug = hasAddress(record.type) ? chooseFree(record.slug, siblings) : '';
    this.#put({ ...record, parent: into, slug, updatedAt: this.now.toISOString() });
    this.#moved.add(record.id);
  }

  /**
   * Puts a page exactly as given: the caller has ensured that its rank and slug are free. With `alone`, siblings are
   * not loaded: its parent contains only pages that the caller puts.
   */
  async placePage(record: PageRecord, document?: StoredDocument, alone = false): Promise<void> {
    const current = await this.#find(record.id);
    if (!alone) await this.#siblings.of(record.parent);
    if (current && !alone) this.#siblings.remove(current.parent, record.id);
    if (alone) this.#pages.set(record.id, record);
    else this.#put(record);
    if (document) this.#documents.set(document.hash, document);
    const stays = current && current.parent === record.parent && current.slug === record.slug;
    if (!stays) this.#moved.add(record.id);
  }

  /** The children of a page in the draft (`null`: of the root), in order. */
  siblings(parent: string | null): Promise<readonly SiblingRecord[]> {
    return this.#siblings.of(parent);
  }

  /** All pages that the draft put or deleted: the head's record and the current one. */
  *changedPages(): IterableIterator<{ before: PageRecord | undefined; now: PageRecord | null }> {
    for (const [id, now] of this.#pages) yield { before: this.#stored.get(id), now };
  }

  putFile(id: string, record: FileRecord | null): void {
    this.#files.set(id, record);
  }

  putContent(id: string, record: ReusableContentRecord | null): void {
    this.#contents.set(id, record);
  }

  async setContentDocument(id: string, document: StoredDocument): Promise<void> {
    const record = this.#contents.get(id) ?? (await this.content.contents(this.head, [id])).get(id);
    if (!record) throw new NotFound(`Reusable content ${id} not found`);
    this.#documents.set(document.hash, document);
    this.#contents.set(id, { ...record, document: document.hash });
  }

  /** Sets variables of the space; null removes one. */
  setVariables(values: Readonly<Record<string, string | number | boolean | null>>): void {
    const next = { ...(this.#variables ?? this.head.roots.variables) };
    for (const [name, value] of Object.entries(values)) {
      if (value === null) delete next[name];
      else next[name] = value;
    }
    requireFew(next);
    this.#variables = next;
  }

  /** The number of pages that the draft adds to the head, not offset by deleted ones. */
  get grows(): number {
    let added = 0;
    for (const [id, record] of this.#pages) if (record && !this.#stored.get(id)) added++;
    return added;
  }

  toRevision(type: RevisionDraft['type'], author: string, message?: string): RevisionDraft {
    return {
      head: this.head,
      type,
      author,
      message,
      now: this.now,
      pages: this.#pages,
      files: this.#files,
      contents: this.#contents,
      variables: this.#variables,
      documents: [...this.#documents.values()],
      moved: this.#moved,
    };
  }

  async #find(id: string): Promise<PageRecord | undefined> {
    if (!this.#pages.has(id)) await this.preload([id]);
    return this.#known(id);
  }

  /** A loaded page with the draft's changes applied. */
  #known(id: string): PageRecord | undefined {
    const own = this.#pages.get(id);
    return own === undefined ? this.#stored.get(id) : (own ?? undefined);
  }

  async #move(before: PageRecord, next: PageRecord, parent: string | null, at: number | undefined, slug?: string) {
    await this.#requireHolder(before.type, parent);
    if (parent !== before.parent) await this.#refuseCycle(before.id, parent);
    const stays = parent === before.parent && at === undefined;
    const { id, type } = before;
    const wanted = { id, type, title: next.title, parent, at, slug, kept: before.slug };
    const { rank, slug: free } = await this.#siblings.placeFor(wanted);
    this.#siblings.remove(before.parent, id);
    next.parent = parent;
    if (!stays) next.rank = rank;
    if (hasAddress(type)) next.slug = free;
    this.#put(next);
    this.#moved.add(before.id);
  }

  async #refuseCycle(id: string, parent: string | null): Promise<void> {
    if (parent === null) return;
    await this.preload(await this.content.above(this.head, parent));
    const seen = new Set<string>();
    for (let up: string | null = parent; up !== null && !seen.has(up); up = (await this.page(up)).parent) {
      if (up === id) throw new Invalid(`Page ${id} can't move under itself or a page below it`);
      seen.add(up);
    }
  }

  async #requireHolder(type: PageType, parent: string | null): Promise<void> {
    if (parent === null) return;
    const holder = await this.page(parent);
    if (!hasAddress(holder.type)) throw new Invalid(`Page ${parent} is a ${holder.type}: it can't hold pages`);
    refuseGenerated(holder);
    if (type === 'group') throw new Invalid('A group stands at the root only');
  }

  #put(record: PageRecord): void {
    this.#pages.set(record.id, record);
    this.#siblings.put(record);
  }

  #setDocument(record: PageRecord, document: StoredDocument): void {
    record.document = document.hash;
    this.#documents.set(document.hash, document);
  }
}
