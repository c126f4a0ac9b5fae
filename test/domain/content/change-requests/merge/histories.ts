import fc from 'fast-check';
import { uniqueSlug } from '#kernel/domain/slug';
import { rankBetween } from '../../../../../src/content/revisions/domain/tree/rank.js';
import type { PageRecord } from '../../../../../src/content/revisions/domain/page/page-record.js';
import { body, contentOf, linesOf, page, type Content } from './merge-fixture.js';

/** One edit as numbers that select its kind and its target; any numbers are a valid edit. */
export type Edit = readonly [kind: number, page: number, where: number, value: number];

/** The kinds of edits: all of them, those of one page, of places in the tree, and of bodies. */
export const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const IN_PAGES = ALL.slice(0, 8);
export const IN_TREE = [8, 8, 8, 9, 10];
export const IN_BODIES = [3, 4, 5, 6, 7];

export const edits = (kinds: readonly number[], maxLength = 8): fc.Arbitrary<Edit[]> =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(30), fc.nat(30), fc.nat(5)), { maxLength });

/** A space of up to `most` pages in a random tree, with two groups and a link, some with a body. */
export const spaces = (most: number): fc.Arbitrary<Content> =>
  fc.array(fc.tuple(fc.nat(20), fc.nat(6)), { minLength: 1, maxLength: most }).map((shape) => {
    const content = contentOf();
    shape.forEach(([above, blocks], index) => {
      const type = index % 6 === 5 ? 'group' : index === 4 ? 'link' : 'document';
      const holders = [null, ...holdersOf(content)];
      const parent = type === 'group' ? null : (holders[above % holders.length] ?? null);
      const lines = Array.from({ length: blocks }, (_, at) => `k${at}:base ${index} ${at}`);
      const members = type === 'document' ? { document: body(...lines) } : {};
      const id = `p${index}`;
      content.pages.set(
        id,
        page(id, { type, parent, rank: lastRank(content, parent), slug: type === 'link' ? '' : id, ...members }),
      );
    });
    return content;
  });

/** Applies a history of edits; the texts that it writes contain the name of the editor. */
export function edited(content: Content, by: string, history: readonly Edit[]): Content {
  const next: Content = { ...content, pages: new Map(content.pages), variables: { ...content.variables } };
  history.forEach((edit, index) => apply(next, edit, `${by}${index}`));
  return next;
}

function apply(content: Content, [kind, at, where, value]: Edit, name: string): void {
  const { pages } = content;
  const record = [...pages.values()][at % Math.max(1, pages.size)];
  if (!record) return;
  const put = (members: Partial<PageRecord>): unknown => pages.set(record.id, { ...record, ...members });
  const text = record.document === undefined ? undefined : linesOf(record.document);
  const place = text ? where % (text.length + 1) : 0;
  switch (kind) {
    case 0:
      return void put({ title: name });
    case 1:
      return void put({ layout: { ...record.layout, [value % 2 ? 'cover' : 'outline']: where % 2 === 0 } });
    case 2:
      content.variables[`v${value}`] = name;
      return;
    case 3:
      return void (text && put({ document: body(...text.toSpliced(place, 0, `${name}k:${name}`)) }));
    case 4:
    case 5:
      if (text?.[place] === undefined) return;
      return void put({ document: body(...text.with(place, text[place].replace(/:.*/, `:${name}`))) });
    case 6:
      return void (text && put({ document: body(...text.toSpliced(place, 1)) }));
    case 7: {
      const [line] = text?.slice(place) ?? [];
      if (text && line !== undefined)
        put({ document: body(...text.filter((other) => other !== line).toSpliced(value, 0, line)) });
      return;
    }
    case 8:
      return move(content, record, where, value);
    case 9: {
      const parent = record.type === 'link' ? record.parent : record.id;
      const slug = uniqueSlug(`new${value % 2}`, slugsUnder(content, parent));
      pages.set(
        name,
        page(name, { parent, slug, rank: lastRank(content, parent), document: body(`${name}k:${name}`) }),
      );
      return;
    }
    default:
      for (const id of below(content, record.id)) pages.delete(id);
  }
}

function move(content: Content, record: PageRecord, where: number, value: number): void {
  const own = below(content, record.id);
  const holders = [null, ...holdersOf(content).filter((id) => !own.has(id))];
  const parent = record.type === 'group' ? null : (holders[where % holders.length] ?? null);
  content.pages.delete(record.id);
  const ranks = [...content.pages.values()]
    .filter((beside) => beside.parent === parent)
    .map(({ rank }) => rank)
    .sort();
  const at = value % (ranks.length + 1);
  const rank = rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null);
  const slug = record.slug === '' ? '' : uniqueSlug(record.slug, slugsUnder(content, parent));
  content.pages.set(record.id, { ...record, parent, rank, slug });
}

function holdersOf({ pages }: Content): string[] {
  return [...pages.values()].filter(({ type }) => type === 'document' || type === 'group').map(({ id }) => id);
}

function lastRank({ pages }: Content, parent: string | null): string {
  return rankBetween(
    [...pages.values()]
      .filter((beside) => beside.parent === parent)
      .map(({ rank }) => rank)
      .sort()
      .at(-1) ?? null,
    null,
  );
}

function slugsUnder({ pages }: Content, parent: string | null): Set<string> {
  return new Set([...pages.values()].filter((beside) => beside.parent === parent).map(({ slug }) => slug));
}

/** A page and all below it. */
export function below({ pages }: Content, id: string): Set<string> {
  const found = new Set([id]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const record of pages.values()) if (record.parent !== null && found.has(record.parent)) found.add(record.id);
  }
  return found;
}
