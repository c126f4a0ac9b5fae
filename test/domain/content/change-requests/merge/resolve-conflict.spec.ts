import { describe, expect, it } from '@jest/globals';
import type { Block, RichDocument } from '#rich-document';
import { Invalid } from '#kernel/domain/errors';
import type { MergeConflict } from '../../../../../src/content/change-requests/domain/merge/merge.js';
import { resolveConflict } from '../../../../../src/content/change-requests/domain/merge/resolve-conflict.js';
import { body, contentOf, merge, page, paragraph, textOf, withPages } from './merge-fixture.js';

const document = (...nodes: Block[]): RichDocument => ({ object: 'document', data: {}, nodes });
const base = contentOf(page('a', { title: 'The title', document: body('k:one', 'l:two fox', 'm:three') }), page('b'));

describe('a conflict of blocks', () => {
  const conflict = async (): Promise<MergeConflict> => {
    const main = withPages(base, { a: { document: body('k:one', 'l:two cats', 'm:three') } });
    const { conflicts } = await merge(
      base,
      main,
      withPages(base, { a: { document: body('k:one', 'l:my two fox', 'm:three') } }),
    );
    return conflicts[0] as MergeConflict;
  };
  const now = document(
    paragraph('k', 'one'),
    paragraph('l', 'two cats'),
    paragraph('n', 'new'),
    paragraph('m', 'three'),
  );
  const lines = async (choice: Parameters<typeof resolveConflict>[1], current = now): Promise<string[]> => {
    const change = resolveConflict(await conflict(), choice, { document: current });
    return change.change === 'document' ? change.document.nodes.map(textOf) : [change.change];
  };

  it('is resolved by a side, the proposal or new blocks, and keeps later edits', async () => {
    expect(await lines({ take: 'main' })).toEqual(['nothing']);
    expect(await lines({ take: 'other' })).toEqual(['one', 'my two fox', 'new', 'three']);
    expect(await lines({ take: 'proposal' })).toEqual(['one', 'my two cats', 'new', 'three']);
    expect(await lines({ value: [paragraph('x', 'own')] })).toEqual(['one', 'own', 'new', 'three']);
    expect(await lines({ value: [] })).toEqual(['one', 'new', 'three']);
  });

  it("puts the blocks after the one they followed where main's are deleted", async () => {
    expect(await lines({ take: 'other' }, document(paragraph('k', 'one'), paragraph('m', 'three')))).toEqual([
      'one',
      'my two fox',
      'three',
    ]);
    expect(await lines({ take: 'other' }, document(paragraph('m', 'three')))).toEqual(['three', 'my two fox']);
  });

  it('cannot be resolved where the page is deleted', async () => {
    const found = await conflict();
    expect(() => resolveConflict(found, { take: 'other' }, {})).toThrow(Invalid);
  });
});

describe('a conflict of fields, places and deletions', () => {
  it('sets only the field', async () => {
    const main = withPages(base, { a: { title: 'The old title', layout: { width: 'wide', cover: true } } });
    const other = withPages(base, { a: { title: 'The title now', layout: { width: 'default' } } });
    const { content, conflicts } = await merge(base, main, other);
    const current = { page: content.pages.get('a') };
    const settle = (field: string, choice: Parameters<typeof resolveConflict>[1]) =>
      resolveConflict(
        conflicts.find((found) => 'field' in found && found.field === field) as MergeConflict,
        choice,
        current,
      );
    expect(settle('title', { take: 'proposal' })).toMatchObject({
      change: 'page',
      id: 'a',
      record: { title: 'The old title now' },
    });
    expect(settle('title', { value: 'Mine' })).toMatchObject({ record: { title: 'Mine', layout: { cover: true } } });
    expect(settle('layout.width', { take: 'other' })).toMatchObject({
      record: { layout: { width: 'default', cover: true } },
    });
    expect(() => settle('layout.width', { take: 'proposal' })).toThrow(Invalid);
  });

  it('moves a page to its place in the change request', async () => {
    const from = withPages(base, { c: {}, d: {} });
    const { conflicts, content } = await merge(
      from,
      withPages(from, { c: { parent: 'a' } }),
      withPages(from, { c: { parent: 'b', rank: 'a7' } }),
    );
    const change = resolveConflict(conflicts[0] as MergeConflict, { take: 'other' }, { page: content.pages.get('c') });
    expect(change).toMatchObject({ change: 'page', id: 'c', record: { parent: 'b', rank: 'a7', title: 'c' } });
  });

  it('refuses the place from a side that lacks the page', async () => {
    const from = withPages(base, { c: {} });
    const { conflicts, content } = await merge(
      from,
      withPages(from, { d: { parent: 'c' } }),
      withPages(from, { c: undefined }),
    );
    const place = conflicts.find(({ kind }) => kind === 'place') as MergeConflict;
    const current = { page: content.pages.get('d') };
    expect(current.page).toMatchObject({ parent: null });
    expect(() => resolveConflict(place, { take: 'other' }, current)).toThrow('That side does not have the page');
    expect(resolveConflict(place, { take: 'main' }, current)).toEqual({ change: 'nothing' });
  });

  it('deletes a page where the side that deleted it is chosen', async () => {
    const { conflicts, content } = await merge(
      base,
      withPages(base, { b: undefined }),
      withPages(base, { b: { title: 'B' } }),
    );
    const current = { page: content.pages.get('b') };
    const [conflict] = conflicts as [MergeConflict];
    expect(resolveConflict(conflict, { take: 'main' }, current)).toEqual({ change: 'page', id: 'b', record: null });
    expect(resolveConflict(conflict, { take: 'other' }, current)).toEqual({ change: 'nothing' });
    expect(resolveConflict(conflict, { take: 'main' }, {})).toEqual({ change: 'nothing' });
  });

  it('sets files, variables and reusable content', async () => {
    const file = { id: 'f', name: 'a.png', blob: '1', contentType: 'image/png', size: 1 };
    const of = (name: string, blob: string, value: string) => ({
      ...base,
      files: new Map([['f', { ...file, name, blob }]]),
      contents: new Map([['r', { id: 'r', title: value, document: 'd' }]]),
      variables: { v: value },
    });
    const { conflicts, content } = await merge(of('a', '1', 'x'), of('m', '2', 'y'), of('o', '3', 'z'));
    const current = { file: content.files.get('f'), content: content.contents.get('r') };
    expect(conflicts.map((conflict) => resolveConflict(conflict, { take: 'other' }, current))).toEqual([
      { change: 'file', id: 'f', record: { ...file, name: 'o', blob: '2' } },
      { change: 'file', id: 'f', record: { ...file, name: 'm', blob: '3' } },
      { change: 'reusable-content', id: 'r', record: { id: 'r', title: 'z', document: 'd' } },
      { change: 'variable', name: 'v', value: 'z' },
    ]);
  });
});
