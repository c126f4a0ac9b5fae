import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSameConfig, writeSiteConfig } from '#site-config';
import { planStructure } from '../../../../src/publishing/config/domain/plan-structure.js';
import { nodesOf, readConfig, type SiteConfig } from '../../../../src/publishing/config/domain/read-config.js';
import { SiteKeys } from '../../../../src/publishing/config/domain/site-keys.js';
import { structureConfig } from '../../../../src/publishing/config/domain/structure-config.js';
import { StructureDraft } from '../../../../src/publishing/sites/domain/structure/structure-draft.js';
import { EMPTY_STRUCTURE } from '../../../../src/publishing/sites/domain/structure/structure.js';
import { aConfig } from '../../site-config/any-config.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const ALWAYS = { numRuns: 300, seed: 1 };
const DRAFTS = `site:
  title: Acme
  structure:
    - type: section-group
      key: soon
      title: Soon
      draft: true
      children:
        - type: section
          key: next
          title: Next
          path: next
          default: true
          children: [{ type: space, key: n, title: N, path: n, content: { directory: n } }]
    - type: section
      key: now
      title: Now
      path: now
      description: Of today
      icon: clock
      condition: visitor.claims.beta == true
      localizedTitle: { fr: Maintenant }
      children:
        - { type: space, key: a, title: A, path: a, draft: true, default: true, content: { directory: a } }
        - { type: space, key: b, title: B, path: b, hidden: true, content: { directory: /b, language: fr } }
        - { type: space, key: c, title: C, path: c, draft: true, content: { directory: null } }
    - { type: external-link, key: away, title: Away, url: "https://example.com", description: Elsewhere }
`;

/** The site that a file makes. */
function siteOf(config: SiteConfig) {
  let last = 0;
  const nodes = [...nodesOf(config.structure)].filter((node) => node.type === 'space');
  const ids = new Map(nodes.map(({ key }) => [key, `space-${key}`]));
  const base = { structure: EMPTY_STRUCTURE, keys: new SiteKeys([]), spaces: ids, newId: () => `id-${++last}` };
  const spaces = new Map(nodes.map(({ key, title, language }) => [`space-${key}`, { title, language }]));
  return { title: config.title, ...planStructure(base, config), spaces };
}

describe('the docs.yaml of a site', () => {
  it('says what the file said that made the site', () => {
    fc.assert(
      fc.property(aConfig, (config) => {
        const { config: found } = structureConfig(siteOf(config), { like: config, folders: true });
        expect(isSameConfig(found, config)).toBe(true);
      }),
      ALWAYS,
    );
  });

  it('is the file again byte for byte, with drafts, folders and languages, which the site does not know', () => {
    const { config } = readConfig(DRAFTS);
    const { config: found, keys } = structureConfig(siteOf(config), { like: config, folders: true });
    expect(writeSiteConfig(DRAFTS, found, { isLanguage: () => true })).toBe(DRAFTS);
    expect(keys.toList()).toHaveLength(3);
  });

  it('keeps the drafts of a section that is elsewhere on the site by now', () => {
    const { config } = readConfig(DRAFTS);
    const site = siteOf(config);
    const draft = new StructureDraft(site.structure);
    const group = draft.addGroup({ title: 'Group' }, [], NOW);
    const items = draft.structure.items.map((item) => (item.kind === 'section' ? { ...item, group: group.id } : item));
    const moved = { ...site, structure: { ...draft.structure, items } };
    const { config: found } = structureConfig(moved, { like: config, folders: true });
    expect([...nodesOf(found.structure)].map(({ key }) => key)).toEqual([
      ...['soon', 'next', 'n', 'away', 'group', 'now', 'a', 'b', 'c'],
    ]);
  });

  it('names what was made in Quire by its path, or as the file does that names the same', () => {
    const draft = new StructureDraft(EMPTY_STRUCTURE);
    draft.addSection({ id: 'space-1', title: 'Guide' }, { title: 'Guide' }, '', NOW);
    draft.addSection({ id: 'space-2', title: 'API' }, { title: 'API' }, '', NOW);
    const spaces = new Map([
      ['space-1', { title: 'Guide', language: 'fr' }],
      ['space-2', { title: 'API', language: 'en' }],
    ]);
    const site = { title: 'Acme', structure: draft.structure, keys: new SiteKeys([]), spaces };
    const names = readConfig(`site:
  title: Acme
  structure:
    - { type: section, key: calls, title: Calls, path: api }
    - { type: section, key: guide, title: Other, path: other }
`).config;
    const { config, keys } = structureConfig(site, { names, folders: true });
    expect(config.structure).toMatchObject([
      {
        key: 'guide-2',
        path: 'guide',
        default: true,
        children: [{ key: 'guide-guide', directory: { path: 'guide/guide' }, language: 'fr', default: true }],
      },
      { key: 'calls', title: 'API', children: [{ key: 'api-api', directory: { path: 'api/api' } }] },
    ]);
    expect(config.structure[1]).not.toHaveProperty('children.0.language');
    const again = structureConfig({ ...site, keys }, { names, folders: true });
    expect(again.config.structure.map(({ key }) => key)).toEqual(['guide-2', 'calls']);
    expect(structureConfig(site, { folders: false }).config.structure).toMatchObject([
      { children: [{ directory: null }] },
      { children: [{ directory: null }] },
    ]);
  });

  it('is without spaces that are deleted in Quire', () => {
    const { config } = readConfig(DRAFTS);
    const site = siteOf(config);
    const siteSpaces = site.structure.siteSpaces.map((entry) => ({ ...entry, away: true }));
    const { config: found } = structureConfig(
      { ...site, structure: { ...site.structure, siteSpaces } },
      { like: config, folders: true },
    );
    expect([...nodesOf(found.structure)].map(({ key }) => key)).not.toContain('b');
  });
});
