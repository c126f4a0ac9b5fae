import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  configChanges,
  isSameConfig,
  mergeSiteConfigs,
  nodesOf,
  readSiteConfig,
  type ConfigNode,
  type SiteConfig,
} from '#site-config';
import { aConfig } from './any-config.js';

const ALWAYS = { numRuns: 500, seed: 1 };

const FILE = `site:
  title: Acme
  structure:
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: guide
          title: Guide
          path: guide
          default: true
          children:
            - { type: space, key: en, title: English, path: en, default: true, content: { directory: en } }
            - { type: space, key: fr, title: French, path: fr, content: { directory: fr } }
        - { type: external-link, key: status, title: Status, url: "https://status.example.com" }
    - type: section-group
      key: rest
      title: Rest
      children:
        - type: section
          key: api
          title: API
          path: api
          children:
            - { type: space, key: ref, title: Reference, path: ref, content: { directory: ref } }
`;

function configOf(text: string): SiteConfig {
  const { config, faults } = readSiteConfig(text, { isLanguage: () => true });
  if (!config) throw new Error(JSON.stringify(faults));
  return config;
}

const BASE = configOf(FILE);
/** The file with a text in place of another. */
const withText = (from: string, to: string, text = FILE): SiteConfig => {
  if (!text.includes(from)) throw new Error(`The file has no ${from}`);
  return configOf(text.replace(from, to));
};
const merge = (file: SiteConfig, site: SiteConfig, base = BASE) => mergeSiteConfigs({ base, file, site });
const keysOf = ({ structure }: SiteConfig) => [...nodesOf(structure)].map(({ key }) => key);
const titlesOf = ({ structure }: SiteConfig) => new Map([...nodesOf(structure)].map(({ key, title }) => [key, title]));
const spaceText = (key: string) =>
  `{ type: space, key: ${key}, title: ${key}, path: ${key}, content: { directory: ${key} } }`;
const FR = '- { type: space, key: fr, title: French, path: fr, content: { directory: fr } }';

/** A configuration with other titles for some of its keys. */
function retitled({ title, structure }: SiteConfig, keys: ReadonlySet<string>, mark: string): SiteConfig {
  const change = (nodes: readonly ConfigNode[]): ConfigNode[] =>
    nodes.map((node) => ({
      ...node,
      ...(keys.has(node.key) && { title: `${node.title}${mark}` }),
      ...('children' in node && { children: change(node.children) }),
    })) as ConfigNode[];
  return { title, structure: change(structure) };
}

describe('a file and a site that both have changed', () => {
  it('are as the side has it that alone has changed, whatever it did', () => {
    fc.assert(
      fc.property(aConfig, aConfig, (base, other) => {
        for (const [file, site] of [
          [other, base],
          [base, other],
          [other, other],
        ] as const) {
          const { config, clashes } = merge(file, site, base);
          expect(isSameConfig(config, other)).toBe(true);
          expect(clashes).toEqual([]);
        }
      }),
      ALWAYS,
    );
  });

  it('have both changes where these are of different nodes', () => {
    fc.assert(
      fc.property(aConfig, fc.infiniteStream(fc.boolean()), (base, sides) => {
        const keys = keysOf(base);
        const byFile = new Set(keys.filter(() => sides.next().value));
        const bySite = new Set(keys.filter((key) => !byFile.has(key)));
        const { config, clashes } = merge(retitled(base, byFile, ' f'), retitled(base, bySite, ' s'), base);
        expect(isSameConfig(config, retitled(retitled(base, byFile, ' f'), bySite, ' s'))).toBe(true);
        expect(clashes).toEqual([]);
      }),
      ALWAYS,
    );
  });

  it('have everything once that one of them has newly, and nothing that is in neither', () => {
    fc.assert(
      fc.property(aConfig, aConfig, aConfig, (base, file, site) => {
        const ids = (config: SiteConfig) => [...nodesOf(config.structure)].map(({ type, key }) => `${type} ${key}`);
        const [before, said, done] = [ids(base), ids(file), ids(site)];
        const merged = ids(merge(file, site, base).config);
        expect(new Set(merged).size).toBe(merged.length);
        const added = [...said, ...done].filter((id) => !before.includes(id));
        expect(merged).toEqual(expect.arrayContaining(added));
        expect([...said, ...done, ...before]).toEqual(expect.arrayContaining(merged));
      }),
      ALWAYS,
    );
  });

  it('take the change of each where both changed the same node in different members, and the file where in the same', () => {
    const file = withText('title: Guide\n          path: guide', 'title: The guide\n          path: guide');
    const site = withText('title: Guide\n          path: guide', 'title: Our guide\n          path: start');
    const { config, clashes } = merge(file, site);
    expect([...nodesOf(config.structure)].find(({ key }) => key === 'guide')).toMatchObject({
      title: 'The guide',
      path: 'start',
    });
    expect(clashes).toEqual([{ title: 'The guide', members: ['title'] }]);
  });

  it('put what both added into the one list, each after what it came after', () => {
    const file = withText(FR, `- ${spaceText('de')}\n            ${FR}`);
    const site = withText(FR, `${FR}\n            - ${spaceText('it')}`);
    const { config, clashes } = merge(file, site);
    expect(keysOf(config).slice(2, 6)).toEqual(['en', 'de', 'fr', 'it']);
    expect(clashes).toEqual([]);
  });

  it('do not have what one removed, unless the file has changed it meanwhile', () => {
    const without = withText(`            ${FR}\n`, '');
    const changed = withText('title: French', 'title: Français');
    expect(keysOf(merge(without, BASE).config)).not.toContain('fr');
    expect(keysOf(merge(BASE, without).config)).not.toContain('fr');
    const bySite = merge(changed, without);
    expect(titlesOf(bySite.config).get('fr')).toBe('Français');
    expect(bySite.clashes).toEqual([{ title: 'Français', members: ['removed'] }]);
    const byFile = merge(without, changed);
    expect(keysOf(byFile.config)).not.toContain('fr');
    expect(byFile.clashes).toEqual([{ title: 'Français', members: ['removed'] }]);
  });

  it('keep a section that the file removed, with what was put into it meanwhile and nothing else', () => {
    const start = FILE.indexOf('    - type: section-group\n      key: rest');
    const file = configOf(FILE.slice(0, start));
    const site = configOf(`${FILE}            - ${spaceText('new')}\n`);
    expect(keysOf(merge(file, site).config)).toEqual(['more', 'guide', 'en', 'fr', 'status', 'rest', 'api', 'new']);
  });

  it('are where the file has them when two groups were put into each other', () => {
    const groups = (outer: string, inner: string) =>
      configOf(`site:
  title: Acme
  structure:
    - type: section-group
      key: ${outer}
      title: ${outer}
      children:
        - { type: section-group, key: ${inner}, title: ${inner} }
`);
    const base = configOf(`site:
  title: Acme
  structure:
    - { type: section-group, key: one, title: one }
    - { type: section-group, key: two, title: two }
`);
    const { config, clashes } = merge(groups('one', 'two'), groups('two', 'one'), base);
    expect(isSameConfig(config, groups('one', 'two'))).toBe(true);
    expect(clashes).toEqual([{ title: 'one', members: ['place'] }]);
  });

  it('have one default among siblings: that of the file where both chose another', () => {
    const three = FILE.replace(FR, `${FR}\n            - ${spaceText('it')}`);
    const to = (key: string) =>
      configOf(
        three.replace('path: en, default: true', 'path: en').replace(`path: ${key},`, `path: ${key}, default: true,`),
      );
    const { config } = merge(to('fr'), to('it'), configOf(three));
    const defaults = [...nodesOf(config.structure)].filter((node) => node.type === 'space' && node.default);
    expect(defaults.map(({ key }) => key)).toEqual(['fr', 'ref']);
  });
});

describe('the changes between two configurations', () => {
  it('name what is added, moved, changed and removed, with as few moves as can be', () => {
    const after = configOf(
      FILE.replace(`            ${FR}\n`, '').replace('title: API', 'title: Calls').replace('key: more', 'key: most'),
    );
    expect(configChanges(BASE, after).map(({ kind, key, members }) => [kind, key, members])).toEqual([
      ['added', 'most', undefined],
      ['moved', 'guide', undefined],
      ['moved', 'status', undefined],
      ['changed', 'api', ['title']],
      ['removed', 'more', undefined],
      ['removed', 'fr', undefined],
    ]);
    expect(configChanges(BASE, BASE)).toEqual([]);
  });
});
