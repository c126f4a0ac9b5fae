import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nodesOf, readConfig, type SiteConfig } from '../../../../src/publishing/config/domain/read-config.js';
import { adoptedSpaces, planStructure } from '../../../../src/publishing/config/domain/plan-structure.js';
import { structureChanges } from '../../../../src/publishing/config/domain/structure-changes.js';
import { aConfig } from '../../site-config/any-config.js';
import { SiteKeys } from '../../../../src/publishing/config/domain/site-keys.js';
import { EMPTY_STRUCTURE, type SiteStructure } from '../../../../src/publishing/sites/domain/structure/structure.js';
import { StructureDraft } from '../../../../src/publishing/sites/domain/structure/structure-draft.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const ALWAYS = { numRuns: 300, seed: 1 };

interface State {
  structure: SiteStructure;
  keys: SiteKeys;
}

const NOTHING: State = { structure: EMPTY_STRUCTURE, keys: new SiteKeys([]) };

function ids(): () => string {
  let last = 0;
  return () => `id-${++last}`;
}

/** Plans, with a space for every key whose name follows from the key. */
function plan(state: State, config: SiteConfig, newId: () => string): State {
  const spaces = new Map([...nodesOf(config.structure)].map(({ key }) => [key, `space-${key}`]));
  return planStructure({ ...state, spaces, newId }, config);
}

describe('the structure that a docs.yaml wants', () => {
  it('is what is there when it is planned again: nothing is added, and no id is another', () => {
    fc.assert(
      fc.property(aConfig, aConfig, (first, second) => {
        const newId = ids();
        const once = plan(plan(NOTHING, first, newId), second, newId);
        const again = plan(once, second, newId);
        expect(again.structure).toEqual(once.structure);
        expect(again.keys.toList()).toEqual(once.keys.toList());
        expect(structureChanges(once.structure, again.structure)).toEqual([]);
      }),
      ALWAYS,
    );
  });

  it('has the ids of its keys through every renaming and move, and when a key returns after it had left', () => {
    fc.assert(
      fc.property(aConfig, aConfig, aConfig, (first, second, third) => {
        const newId = ids();
        const known = new Map<string, { type: string; id: string | undefined }>();
        let state = NOTHING;
        for (const config of [first, second, third, first]) {
          state = plan(state, config, newId);
          for (const { type, key } of nodesOf(config.structure)) {
            const id = state.keys.find(type, key)?.id;
            const before = known.get(key);
            if (before?.type === type) expect(id).toBe(before.id);
            known.set(key, { type, id });
          }
        }
        expect(new Set(state.keys.toList().map(({ id }) => id)).size).toBe(state.keys.toList().length);
      }),
      ALWAYS,
    );
  });

  it('holds each node of the file once, in the order of the file, and nothing else', () => {
    fc.assert(
      fc.property(aConfig, aConfig, (first, second) => {
        const newId = ids();
        const { structure, keys } = plan(plan(NOTHING, first, newId), second, newId);
        const byId = keys.byId();
        const names = [...nodesOf(second.structure)].map(({ type, key }) => [type === 'space', key]);
        expect(structure.items.map(({ id }) => byId.get(id))).toEqual(
          names.flatMap(([space, key]) => (space ? [] : [key])),
        );
        expect(structure.siteSpaces.map(({ id }) => byId.get(id))).toEqual(
          names.flatMap(([space, key]) => (space ? [key] : [])),
        );
        for (const { section } of structure.siteSpaces) {
          if (section !== null) expect(structure.items.map(({ id }) => id)).toContain(section);
        }
      }),
      ALWAYS,
    );
  });

  it('takes what was made in Quire for the node with its path, and keeps its id and its space', () => {
    const draft = new StructureDraft(EMPTY_STRUCTURE);
    const section = draft.addSection({ id: 'space-1', title: 'Guide' }, { title: 'Guide' }, '', NOW);
    draft.addSection({ id: 'space-2', title: 'Api' }, { title: 'Api' }, '', NOW);
    const { config } = readConfig(`site:
  title: Acme
  structure:
    - type: section
      key: guide
      title: The guide
      path: guide
      children:
        - { type: space, key: en, title: English, path: guide, content: { directory: en } }
        - { type: space, key: fr, title: French, path: fr, content: { directory: fr } }
`);
    const state = { structure: draft.structure, keys: new SiteKeys([]) };
    expect([...adoptedSpaces(state, config)]).toEqual([['en', 'space-1']]);
    const spaces = new Map([
      ['en', 'space-1'],
      ['fr', 'space-3'],
    ]);
    const { structure } = planStructure({ ...state, spaces, newId: ids() }, config);
    expect(structure.items).toEqual([{ ...section, title: 'The guide' }]);
    expect(structure.siteSpaces.map(({ id, space }) => [id, space])).toEqual([
      [draft.structure.siteSpaces[0]?.id, 'space-1'],
      ['id-1', 'space-3'],
    ]);
    expect(
      structureChanges(draft.structure, structure).map(({ kind, type, members }) => [kind, type, members]),
    ).toEqual([
      ['changed', 'section', ['title']],
      ['added', 'space', undefined],
      ['removed', 'section', undefined],
      ['removed', 'space', undefined],
    ]);
  });

  it('is without drafts and what is in them, and another is the default then', () => {
    const { config } = readConfig(`site:
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
      children:
        - { type: space, key: a, title: A, path: a, draft: true, default: true, content: { directory: a } }
        - { type: space, key: b, title: B, path: b, content: { directory: b } }
`);
    const { structure, keys } = plan(NOTHING, config, ids());
    const byId = keys.byId();
    expect(structure.items.map(({ id }) => byId.get(id))).toEqual(['now']);
    expect(structure.siteSpaces.map(({ id }) => byId.get(id))).toEqual(['b']);
    expect(byId.get(structure.defaultSection ?? '')).toBe('now');
    expect(structure.items).toEqual([expect.objectContaining({ defaultSiteSpace: structure.siteSpaces[0]?.id })]);
  });

  it('differs from another by what moved alone where one node was taken to another place', () => {
    const config = (order: string) =>
      readConfig(
        `site:\n  title: Acme\n  structure:\n${[...order]
          .map(
            (key) =>
              `    - { type: space, key: ${key}, title: ${key}, path: ${key}, default: ${key === 'a'}, content: { directory: ${key} } }\n`,
          )
          .join('')}`,
      ).config;
    const newId = ids();
    const before = plan(NOTHING, config('abcde'), newId);
    const after = plan(before, config('bcdae'), newId);
    const changes = structureChanges(before.structure, after.structure);
    expect(changes.map(({ kind, id }) => [kind, after.keys.byId().get(id)])).toEqual([['moved', 'a']]);
  });
});
