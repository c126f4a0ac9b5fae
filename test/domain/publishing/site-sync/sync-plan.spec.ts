import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSameConfig, writeSiteConfig, type SiteConfig } from '#site-config';
import { planStructure } from '../../../../src/publishing/config/domain/plan-structure.js';
import { configSpacesOf, readConfig } from '../../../../src/publishing/config/domain/read-config.js';
import { SiteKeys } from '../../../../src/publishing/config/domain/site-keys.js';
import { clashNotice, commitWords, planSync } from '../../../../src/publishing/site-sync/domain/sync-plan.js';
import { EMPTY_STRUCTURE } from '../../../../src/publishing/sites/domain/structure/structure.js';
import { aConfig } from '../../site-config/any-config.js';

const known = { isLanguage: () => true };
const path = 'docs.yaml';
const ALWAYS = { numRuns: 200, seed: 1 };
const NOTHING = 'site:\n  title: Acme\n  structure: []\n';

/** The site that a configuration makes. */
function siteOf(config: SiteConfig) {
  let last = 0;
  const nodes = configSpacesOf(config);
  const ids = new Map(nodes.map(({ key }) => [key, `space-${key}`]));
  const base = { structure: EMPTY_STRUCTURE, keys: new SiteKeys([]), spaces: ids, newId: () => `id-${++last}` };
  const spaces = new Map(nodes.map(({ key, title }) => [`space-${key}`, { title }]));
  return { title: config.title, ...planStructure(base, config), spaces };
}

/** A file that can be used: links need a section beside them. */
const aFile = aConfig
  .map((config) => writeSiteConfig('', config, known))
  .filter((text) => {
    try {
      return readConfig(text).config.structure.length > 0;
    } catch {
      return false;
    }
  });

describe('what a site and its file are to be', () => {
  it('is what both are where they are alike: nothing is applied, and no letter of the file is another', () => {
    fc.assert(
      fc.property(aFile, fc.constantFrom('import', 'export', 'both'), (file, direction) => {
        const plan = planSync(siteOf(readConfig(file).config), { direction, path, file, base: file });
        expect([plan.text, plan.applied, plan.written, plan.clashes]).toEqual([file, [], [], []]);
      }),
      ALWAYS,
    );
  });

  it('is the structure of the site in a file that is written, and read again the same', () => {
    fc.assert(
      fc.property(aFile, aFile, (before, after) => {
        const wanted = readConfig(after).config;
        const plan = planSync(siteOf(wanted), { direction: 'export', path, file: before, base: undefined });
        const { config } = readConfig(plan.text);
        expect(isSameConfig(config, plan.config)).toBe(true);
        expect(isSameConfig(withoutFolders(config), withoutFolders(wanted))).toBe(true);
        expect(plan.applied).toEqual([]);
      }),
      ALWAYS,
    );
  });

  it('is the file where both are seen for the first time, and afterwards what either changed', () => {
    const added = (key: string) => `    - { type: section, key: ${key}, title: ${key} title, path: ${key} }\n`;
    const base = `site:\n  title: Acme\n  structure:\n${added('one')}`;
    const site = siteOf(readConfig(`${base}${added('two')}`).config);
    const first = planSync(site, { direction: 'both', path, file: base, base: undefined });
    expect([first.text, first.applied.map(({ kind, key }) => [kind, key])]).toEqual([base, [['removed', 'two']]]);
    const file = `${base}${added('three')}`;
    const later = planSync(site, { direction: 'both', path, file, base });
    expect(later.text).toBe(`${base}${sectionLines('two')}${added('three')}`);
    expect(later.applied).toMatchObject([{ kind: 'added', key: 'three' }]);
    expect(later.written).toMatchObject([{ kind: 'added', key: 'two' }]);
  });

  it('is refused with the line of a mistake in the file, and with the rule that both break together', () => {
    const site = siteOf(readConfig(NOTHING).config);
    const texts = { direction: 'both', path: 'web/docs.yaml', base: NOTHING } as const;
    expect(() => planSync(site, { ...texts, file: `${NOTHING}more: [` })).toThrow(
      /^web\/docs\.yaml can not be used: line/,
    );
    const section = (key: string) =>
      `site:\n  title: Acme\n  structure:\n    - { type: section, key: ${key}, title: Title, path: same }\n`;
    const other = siteOf(readConfig(section('ours')).config);
    expect(() => planSync(other, { ...texts, file: section('theirs') })).toThrow(
      /have become can not be one file: The path "same" is taken/,
    );
  });
});

/** Spaces that the file does not name yet get folders of their own. */
const withoutFolders = (config: SiteConfig): SiteConfig =>
  JSON.parse(JSON.stringify(config, (name, value: unknown) => (name === 'directory' ? null : value))) as SiteConfig;

const sectionLines = (key: string) =>
  `    - type: section\n      key: ${key}\n      title: ${key} title\n      path: ${key}\n`;

describe('what is said of changes', () => {
  it('is one line of a commit for one change, and a list for several', () => {
    const added = { kind: 'added', type: 'section', key: 'a', title: 'A\n B' } as const;
    expect(commitWords('Acme', [added])).toBe("Add the section 'A B'");
    const removed = { kind: 'removed', type: 'external-link', key: 'b', title: 'B' } as const;
    expect(commitWords('Acme', [added, removed])).toBe(
      "Change the structure of 'Acme'\n\n* Add the section 'A B'\n* Remove the link 'B'",
    );
    expect(commitWords('Acme', [])).toBe("Change the structure of 'Acme'");
    expect(
      commitWords(
        'Acme',
        Array.from({ length: 60 }, () => added),
      ),
    ).toMatch(/\nand 10 more$/);
  });

  it('names the first entries that both sides had changed', () => {
    expect(clashNotice([])).toBeUndefined();
    const clashes = Array.from({ length: 12 }, (_, at) => ({ title: `T${at}`, members: ['path', 'title'] }));
    expect(clashNotice(clashes)).toMatch(
      /"T0" \(path, title\), .*"T9" \(path, title\) and 2 more: the file's was taken\.$/,
    );
  });
});
