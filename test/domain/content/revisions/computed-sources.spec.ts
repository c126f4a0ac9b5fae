import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { generatedId } from '../../../../src/content/revisions/domain/computed/generated-id.js';
import { readPagesSource } from '../../../../src/content/revisions/domain/computed/pages-source.js';
import { keepRanks } from '../../../../src/content/revisions/domain/tree/rank-order.js';
import { exported, imported, page } from '../exchange/export-fixture.js';
import { codes, outline, plan } from '../exchange/import-fixture.js';

const SOURCE = {
  type: 'builtin:openapi' as const,
  props: { models: true, downloadLink: true, grouping: 'by-operation' as const },
  dependencies: { spec: { ref: { kind: 'openapi' as const, spec: 'pet-store' } } },
};

describe('the source of computed pages', () => {
  it('keeps only known members', () => {
    const sent = {
      ...SOURCE,
      dependencies: { spec: { ref: SOURCE.dependencies.spec.ref, value: { id: 'x' } }, other: 1 },
      colour: 'red',
    };
    expect(readPagesSource(sent, 'source')).toEqual(SOURCE);
  });

  it('has a page of models by default', () => {
    const { dependencies } = SOURCE;
    expect(readPagesSource({ type: SOURCE.type, dependencies }, 'source').props).toEqual({ models: true });
    expect(readPagesSource({ type: SOURCE.type, dependencies, props: { models: false } }, 's').props.models).toBe(
      false,
    );
  });

  it.each([
    null,
    'x',
    [],
    {},
    { type: 'integration:a:b' },
    { ...SOURCE, props: [] },
    { ...SOURCE, dependencies: null },
  ])('is refused where it is %j', (value) => {
    expect(() => readPagesSource(value, 'source')).toThrow(Invalid);
  });
});

describe('a generated page', () => {
  it('has a stable and unique id', () => {
    const ids = ['a', 'b'].flatMap((source) => ['tag:x', 'tag:y', 'x'].map((key) => generatedId(source, key)));
    expect(new Set(ids).size).toBe(6);
    expect(ids).toEqual(['a', 'b'].flatMap((source) => ['tag:x', 'tag:y', 'x'].map((key) => generatedId(source, key))));
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{20}$/);
  });
});

describe('ranks between two others', () => {
  it('are kept where they are in order', () => {
    const ranks = keepRanks(['a1', undefined, 'a2', 'a9', 'a3'], 'a0', 'a5');
    expect([ranks[0], ranks[2], ranks[4]]).toEqual(['a1', 'a2', 'a3']);
    expect([...ranks].sort()).toEqual(ranks);
    expect(ranks.every((rank) => rank > 'a0' && rank < 'a5')).toBe(true);
  });

  it('exist for any number of pages', () => {
    const ranks = keepRanks(
      Array.from({ length: 200 }, () => undefined),
      'a0',
      'a1',
    );
    expect(new Set(ranks).size).toBe(200);
    expect(ranks.every((rank) => rank > 'a0' && rank < 'a1')).toBe(true);
  });
});

describe('a table of contents', () => {
  const YAML = [
    'type: builtin:openapi',
    'props: {models: false}',
    'dependencies: {spec: {ref: {kind: openapi, spec: pets}}}',
  ];
  const bullet = (lines: readonly string[], indent = ''): string =>
    [`${indent}* \`\`\`yaml`, ...lines.map((line) => `${indent}  ${line}`), `${indent}  \`\`\``, ''].join('\n');

  it('contains the sources of computed pages, in their places', async () => {
    const summary = `* [A](a.md)\n${bullet(YAML, '  ')}  * [B](b.md)\n\n## Group\n\n${bullet(['title: "Shop"', ...YAML])}`;
    const planned = await plan({ 'SUMMARY.md': summary, 'a.md': '', 'b.md': '' });
    expect(outline(planned)).toEqual([
      'document A [a] a.md',
      '  computed pets [] -',
      '  document B [b] b.md',
      'group Group [group] -',
      '  computed Shop [] -',
    ]);
    expect(planned.warnings).toEqual([]);
    expect(planned.pages[1]?.computed).toMatchObject({ props: { models: false } });
  });

  it('reports an invalid source, and continues', async () => {
    const summary = `* [A](a.md)\n${bullet(['type: builtin:unknown'])}${bullet(['{'])}* [B](b.md)\n`;
    const planned = await plan({ 'SUMMARY.md': summary, 'a.md': '', 'b.md': '' });
    expect(outline(planned)).toEqual(['document A [a] a.md', 'document B [b] b.md']);
    expect(codes(planned)).toEqual(['computed-page', 'computed-page']);
    expect(planned.warnings[0]?.message).toContain('Line 2');
  });

  it('is written with the sources and without their generated pages', async () => {
    const made = { page: 'c', source: { ...SOURCE, props: { doc: 'models' as const } }, digest: 'd' };
    const pages = [
      page('a', { title: 'A', slug: 'a', rank: 'a0' }),
      page('c', {
        type: 'computed',
        title: 'Reference',
        slug: '',
        rank: 'a1',
        computed: SOURCE,
        made: { spec: 's', version: 'v', pages: ['m'] },
      }),
      page('m', { title: 'Models', slug: 'models', rank: 'a2', origin: made }),
      page('z', { title: 'Z', slug: 'z', rank: 'a3' }),
    ];
    const written = exported(pages);
    expect(written.pages.map(({ path }) => path).sort()).toEqual(['a.md', 'z.md']);
    expect(written.omitted).toEqual([]);
    const again = await imported(written);
    expect(again.pages.map(({ type, title }) => `${type} ${title}`)).toEqual([
      ...['document A', 'computed Reference', 'document Z'],
    ]);
    expect(again.pages[1]?.computed).toEqual(SOURCE);
  });
});
