import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '#kernel/domain/canonical-json';
import type { PageRecord } from '../../../../../src/content/revisions/domain/page/page-record.js';
import { ALL, below, edited, edits, IN_BODIES, IN_PAGES, IN_TREE, spaces } from './histories.js';
import { linesOf, merge, mergeAhead, textOf, type Content, type Merged } from './merge-fixture.js';

const numRuns = Number(process.env['FC_RUNS'] ?? 150);
const histories = (most: number, kinds: readonly number[]) =>
  fc.tuple(spaces(most), edits(kinds), edits(kinds)).map(([base, ours, theirs]) => ({
    base,
    main: edited(base, 'main', ours),
    other: edited(base, 'other', theirs),
  }));
const sides = fc.oneof(histories(12, ALL), histories(6, IN_TREE), histories(1, IN_BODIES));
type Sides = typeof sides extends fc.Arbitrary<infer S> ? S : never;

const check = (run: (given: Sides) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(sides, run), { numRuns });
const sorted = ({ pages, variables }: Content): object => ({
  pages: [...pages.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  variables,
});
/** All conflicts about a subject, as text. */
const told = ({ conflicts }: Merged, id: string): string =>
  JSON.stringify(conflicts.filter((conflict) => conflict.id === id));

/** Expects that a field changed by a side has that side's value, or that the merge reports a conflict about it. */
function expectKept(merged: Merged, before: PageRecord | undefined, side: PageRecord): void {
  const now = merged.content.pages.get(side.id);
  const conflicts = merged.conflicts.filter(({ id }) => id === side.id);
  const isTold = (...names: string[]): boolean =>
    conflicts.some((found) => names.includes(found.kind === 'field' ? found.field : found.kind));
  expect(now !== undefined || isTold('delete-edit')).toBe(true);
  if (side.title !== before?.title) expect(now?.title === side.title || isTold('title')).toBe(true);
  for (const member of ['cover', 'outline'] as const) {
    if (side.layout?.[member] === before?.layout?.[member]) continue;
    expect(now?.layout?.[member] === side.layout?.[member] || isTold(`layout.${member}`)).toBe(true);
  }
  if (side.parent !== before?.parent) expect(now?.parent === side.parent || isTold('place')).toBe(true);
  if (side.slug !== before?.slug) expect(now?.slug === side.slug || isTold('slug')).toBe(true);
  const [was, is, kept] = [before, side, now].map((record) => linesOf(record?.document));
  const known = told(merged, side.id);
  for (const line of is ?? []) {
    if (was?.includes(line)) continue;
    const words = line.slice(line.indexOf(':') + 1);
    expect(kept?.some((other) => other.endsWith(`:${words}`)) || known.includes(`"${words}"`)).toBe(true);
  }
  for (const line of was ?? []) {
    const key = line.slice(0, line.indexOf(':') + 1);
    if (is?.some((other) => other.startsWith(key))) continue;
    expect(!kept?.some((other) => other.startsWith(key)) || known.includes(`"${key.slice(0, -1)}"`)).toBe(true);
  }
}

describe('a merge of two random histories', () => {
  it('reports every edit of a side that it does not keep', async () => {
    await check(async ({ base, main, other }) => {
      const merged = await merge(base, main, other);
      for (const side of [main, other]) {
        for (const record of side.pages.values()) {
          const before = base.pages.get(record.id);
          if (canonicalJson(before) !== canonicalJson(record)) expectKept(merged, before, record);
        }
        for (const { id } of base.pages.values()) {
          if (!side.pages.has(id)) expect(!merged.content.pages.has(id) || told(merged, id) !== '[]').toBe(true);
        }
      }
      for (const [name, value] of Object.entries(other.variables)) {
        expect(merged.content.variables[name] === value || told(merged, name) !== '[]').toBe(true);
      }
    });
  });

  it("keeps main's side of everything that main changed", async () => {
    await check(async ({ base, main, other }) => {
      const { content } = await merge(base, main, other);
      for (const record of main.pages.values()) {
        const now = content.pages.get(record.id);
        const before = base.pages.get(record.id);
        if (record.title !== before?.title) expect(now?.title).toBe(record.title);
        const lines = linesOf(now?.document);
        for (const line of linesOf(record.document)) {
          if (!linesOf(before?.document).includes(line))
            expect(lines.some((other) => other.endsWith(line.slice(line.indexOf(':'))))).toBe(true);
        }
      }
    });
  });

  it('is a tree with unique slugs and ranks among siblings, and the reported size', async () => {
    await check(async ({ base, main, other }) => {
      const { content, grows } = await merge(base, main, other);
      expect(grows).toBe(content.pages.size - main.pages.size);
      const roots = [...content.pages.values()].filter(({ parent }) => parent === null);
      expect(roots.reduce((count, { id }) => count + below(content, id).size, 0)).toBe(content.pages.size);
      const seen = new Set<string>();
      for (const { type, parent, slug, rank } of content.pages.values()) {
        if (type === 'group') expect(parent).toBeNull();
        expect(['document', 'group', undefined]).toContain(content.pages.get(parent ?? '')?.type);
        for (const mark of [`rank ${rank}`, ...(slug === '' ? [] : [`slug ${slug}`])]) {
          expect(seen.has(`${parent} ${mark}`)).toBe(false);
          seen.add(`${parent} ${mark}`);
        }
      }
    });
  });

  it('has the same result with precomputed bodies, and reads none of them again', async () => {
    await check(async ({ base, main, other }) => {
      const { content, conflicts } = await merge(base, main, other);
      const ahead = await mergeAhead(base, main, other);
      const again = await merge(base, main, other, 1e6, ahead);
      expect([sorted(again.content), again.conflicts, again.asked.documents]).toEqual([sorted(content), conflicts, 0]);
      const moved = edited(main, 'later', [
        [3, 0, 0, 1],
        [3, 4, 1, 1],
        [10, 2, 3, 1],
      ]);
      const [late, plain] = [await merge(base, moved, other, 1e6, ahead), await merge(base, moved, other)];
      expect([sorted(late.content), late.conflicts]).toEqual([sorted(plain.content), plain.conflicts]);
    });
  });

  it('equals the side that changed something, where only one did or both did the same', async () => {
    await check(async ({ base, main, other }) => {
      for (const [ours, theirs, result] of [
        [base, other, other],
        [main, base, main],
        [other, other, other],
      ] as const) {
        const { content, conflicts } = await merge(base, ours, theirs);
        expect(sorted(content)).toEqual(sorted(result));
        expect(conflicts).toEqual([]);
      }
    });
  });

  it('changes nothing when it is merged again', async () => {
    await check(async ({ base, main, other }) => {
      const { content } = await merge(base, main, other);
      const again = await merge(other, content, other);
      const back = await merge(main, main, content);
      expect(sorted(again.content)).toEqual(sorted(content));
      expect(sorted(back.content)).toEqual(sorted(content));
      expect([...again.conflicts, ...back.conflicts]).toEqual([]);
    });
  });

  it("reports main's value exactly as in the merged body", async () => {
    await check(async ({ base, main, other }) => {
      const { content, conflicts } = await merge(base, main, other);
      for (const conflict of conflicts) {
        if (conflict.kind !== 'block') continue;
        const text = linesOf(content.pages.get(conflict.id)?.document).join('\n');
        for (const block of conflict.main) expect(text).toContain(`${block.key}:${textOf(block)}`);
      }
    });
  });
});

describe('changes to different pages', () => {
  it('merge without a conflict, with the same result whichever side is main', async () => {
    const disjoint = fc.tuple(spaces(12), edits(IN_PAGES), edits(IN_PAGES)).map(([base, ours, theirs]) => {
      const [even, odd] = [0, 1].map((rest) => (id: string) => Number(id.slice(1)) % 2 === rest);
      const only = (content: Content, mine: (id: string) => boolean): Content => ({
        ...content,
        pages: new Map(
          [...content.pages].map(([id, record]) => [id, mine(id) ? record : (base.pages.get(id) as PageRecord)]),
        ),
        variables: {},
      });
      const a = only(edited(base, 'a', ours), even as (id: string) => boolean);
      return { base, a, b: only(edited(base, 'b', theirs), odd as (id: string) => boolean) };
    });
    await fc.assert(
      fc.asyncProperty(disjoint, async ({ base, a, b }) => {
        const [ab, ba] = [await merge(base, a, b), await merge(base, b, a)];
        expect(sorted(ab.content)).toEqual(sorted(ba.content));
        expect([...ab.conflicts, ...ba.conflicts]).toEqual([]);
      }),
      { numRuns },
    );
  });
});
