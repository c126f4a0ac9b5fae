import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';
import { besideOf } from '../../../../src/content/revisions/domain/content/siblings.js';
import {
  LiveContent,
  type Beside,
  type Head,
  type PlaceAmong,
  type SiblingRecord,
} from '../../../../src/content/revisions/domain/ports.js';

export const NOW = new Date('2030-01-01T00:00:00.000Z');
export const HEAD: Head = {
  organizationId: 'org',
  spaceId: 'space',
  revisionId: 'revision',
  generation: 1,
  roots: { pages: null, files: null, contents: null, variables: {} },
};

/** Content with only these pages: id, parent and rank. */
export class FixedContent extends LiveContent {
  readonly #records: ReadonlyMap<string, PageRecord>;

  constructor(pages: readonly (readonly [id: string, parent: string | null, type?: PageRecord['type']])[]) {
    super();
    this.#records = new Map(
      pages.map(([id, parent, type = 'document'], index) => [
        id,
        {
          id,
          parent,
          type,
          rank: `a${index}`,
          title: id,
          slug: type === 'link' ? '' : id,
          createdAt: NOW.toISOString(),
        },
      ]),
    );
  }

  pages(_head: Head, ids: readonly string[]): Promise<Map<string, PageRecord>> {
    return Promise.resolve(
      new Map(ids.flatMap((id) => (this.#records.has(id) ? [[id, this.#records.get(id) as PageRecord] as const] : []))),
    );
  }

  contents(): Promise<Map<string, never>> {
    return Promise.resolve(new Map<string, never>());
  }

  /** The parents whose children were read. */
  readonly parents: (string | null)[] = [];

  children(_head: Head, parent: string | null): Promise<SiblingRecord[]> {
    this.parents.push(parent);
    return Promise.resolve([...this.#records.values()].filter((record) => record.parent === parent));
  }

  async beside(head: Head, parent: string | null, place: PlaceAmong): Promise<Beside> {
    const read = this.parents.length;
    const found = besideOf(await this.children(head, parent), place);
    this.parents.length = read;
    return found;
  }

  above(_head: Head, page: string): Promise<string[]> {
    const found: string[] = [];
    for (let up = this.#records.get(page)?.parent; up; up = this.#records.get(up)?.parent) found.push(up);
    return Promise.resolve(found);
  }

  /** How often descendants were read. */
  asked = 0;

  descendants(_head: Head, pages: readonly string[]): Promise<{ id: string; parent: string }[]> {
    this.asked++;
    const found: { id: string; parent: string }[] = [];
    for (const queue = [...pages]; queue.length > 0;) {
      const parent = queue.pop() as string;
      for (const { id, parent: above } of this.#records.values()) {
        if (above !== parent) continue;
        found.push({ id, parent });
        queue.push(id);
      }
    }
    return Promise.resolve(found);
  }

  files = () => Promise.resolve(new Map<string, never>());
  pagesAt = () => Promise.resolve(new Map<string, string>());
  filesAt = () => Promise.resolve(new Map<string, string>());
  pathsOf = () => Promise.resolve(new Map<string, string>());
  document = () => Promise.resolve(undefined);
  countPages = () => Promise.resolve(this.#records.size);
}
