import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { repository } from '../contexts/content/exchange/git-fixtures.js';
import { Installation, run } from './command-line.js';

const configOf = (title: string, path = 'api') => `# The whole site
site:
  title: ${title}
  structure:
    - type: section
      key: guide
      title: Guide
      path: guide
      default: true
      children:
        - type: space
          key: en
          title: English
          path: en
          default: true
          content:
            directory: ./docs/en
            language: en
        - type: space
          key: fr
          title: Français
          path: fr
          content:
            directory: docs/fr
            language: fr
    - type: section
      key: api
      title: API
      path: ${path}
      children:
        - type: space
          key: reference
          title: Reference
          path: reference
          content:
            directory: /api
    - type: external-link
      key: status
      title: Status
      url: https://status.example.com
`;

const FILES: Record<string, string> = {
  'docs/en/README.md': '# Welcome\n\n## Install\n\nSee [the guide](guide.md).\n',
  'docs/en/guide.md': '# The guide\n\nBack to [install](README.md#install).\n',
  'docs/fr/README.md': '# Bienvenue\n',
  'api/README.md': '# Calls\n',
};

interface Listed {
  items: { id: string; title: string; deletedAt?: string }[];
}

describe('quire publish', () => {
  let quire: Installation;
  let token: string;
  let organization: string;
  let folder: string;
  let title: string;
  let count = 0;

  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const list = async (what: string) =>
    (await quire.json<Listed>('GET', `/v1/orgs/${organization}/${what}?limit=1000`, token)).items;
  const publish = (...args: string[]) => quire.run('publish', folder, ...args);
  const published = async (...args: string[]) => {
    const ran = await publish('--json', ...args);
    expect([ran.code, ran.err]).toEqual([0, expect.not.stringContaining('quire:')]);
    return JSON.parse(ran.out) as {
      site: string;
      address: string;
      created: boolean;
      changed: boolean;
      changes: { kind: string; key: string; members?: string[] }[];
      spaces: { key: string; space: string; changed: boolean }[];
    };
  };

  beforeAll(async () => {
    quire = await Installation.make();
    await quire.serve();
    token = readFileSync(join(quire.dataDir, 'admin-token'), 'utf8').trim();
    organization = (await quire.json<Listed>('GET', '/v1/orgs', token)).items[0]?.id ?? '';
  });
  afterAll(() => quire.remove());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-publish-'));
    title = `Acme ${++count}`;
    write({ ...FILES, 'docs.yaml': configOf(title) });
  });

  it('makes a whole site of a folder, publishes it and prints its address', async () => {
    const ran = await publish();
    expect(ran.code).toBe(0);
    const address = /^Address +(\S+)$/m.exec(ran.out)?.[1] ?? '';
    const found = await quire.json<{ canonicalUrl: string; space: string; pathname: string }>(
      'GET',
      `/v1/urls/published?url=${encodeURIComponent(`${address}guide/en/guide`)}`,
      token,
    );
    const english = (await list('spaces')).find((space) => space.title === 'English')?.id;
    expect(found).toMatchObject({ space: english, pathname: 'guide', canonicalUrl: `${address}guide` });
    expect(ran.out).toMatch(/^Site +\S+ \(Acme \d+\), new$/m);
    expect(ran.out).toMatch(/^en \(English\): changed$/m);
    const spaces = await list('spaces');
    expect(spaces.map((space) => space.title)).toEqual(expect.arrayContaining(['English', 'Français', 'Reference']));
  });

  it('changes nothing when it is run again, and says so', async () => {
    const first = await published();
    expect(first).toMatchObject({ created: true, changed: true });
    const spaces = await list('spaces');
    const again = await publish();
    expect(again.out).toContain('Nothing has changed');
    expect(await published()).toMatchObject({ site: first.site, created: false, changed: false, changes: [] });
    expect(await list('spaces')).toEqual(spaces);
  });

  it('keeps sites, spaces and sections through a changed file, and changes only what is changed', async () => {
    const first = await published();
    write({ 'docs.yaml': configOf(title, 'reference'), 'api/calls.md': '# More calls\n' });
    const second = await published();
    expect(second).toMatchObject({ site: first.site, changes: [{ kind: 'changed', key: 'api', members: ['path'] }] });
    expect(second.spaces.map(({ key, changed }) => [key, changed])).toEqual([
      ['en', false],
      ['fr', false],
      ['reference', true],
    ]);
    expect(second.spaces.map(({ space }) => space)).toEqual(first.spaces.map(({ space }) => space));
  });

  it('takes off what left the file, and deletes no space', async () => {
    const first = await published();
    const text = configOf(title);
    write({
      'docs.yaml':
        text.slice(0, text.indexOf('        - type: space\n          key: fr')) +
        text.slice(text.indexOf('    - type: section\n      key: api')),
    });
    expect((await published()).changes).toEqual([expect.objectContaining({ kind: 'removed', key: 'fr' })]);
    const left = first.spaces.find(({ key }) => key === 'fr')?.space;
    expect((await list('spaces')).map(({ id }) => id)).toContain(left);
  });

  it('makes one site where two commands at once find none', async () => {
    const ran = await Promise.all([publish(), publish()]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect((await list('sites')).filter((site) => site.title === title)).toHaveLength(1);
  });

  it('makes another site where its first one was deleted or renamed', async () => {
    const sites = `/v1/orgs/${organization}/sites`;
    const first = await published();
    await quire.json('DELETE', `${sites}/${first.site}`, token);
    const second = await published();
    await quire.json('PATCH', `${sites}/${second.site}`, token, { title: `${title}, former` });
    const third = await published();
    expect(new Set([first.site, second.site, third.site]).size).toBe(3);
    expect(third).toMatchObject({ title, created: true });
  });

  it('ends well when it is run again after it was ended in the middle', async () => {
    for (const milliseconds of [10, 40, 80, 160, 320]) {
      const end = new AbortController();
      const ran = run(['publish', folder], quire.env, end.signal);
      await sleep(milliseconds);
      end.abort();
      expect([0, 130]).toContain((await ran).code);
    }
    await published();
    expect(await published()).toMatchObject({ changed: false });
    expect((await list('sites')).filter((site) => site.title === title)).toHaveLength(1);
    const site = (await list('sites')).find((one) => one.title === title)?.id ?? '';
    const { items } = await quire.json<{ items: { title: string }[] }>(
      'GET',
      `/v1/orgs/${organization}/sites/${site}/site-spaces`,
      token,
    );
    expect(items.map((one) => one.title)).toEqual(['English', 'Français', 'Reference']);
  });

  it('makes a site of one space of a folder without docs.yaml', async () => {
    rmSync(join(folder, 'docs.yaml'));
    const made = await published('--title', title);
    expect(made.spaces.map(({ key }) => key)).toEqual(['docs']);
    expect(await published('--title', title)).toMatchObject({ site: made.site, changed: false });
  });

  it('makes the same site of a Git repository', async () => {
    const { bare } = await repository({ ...FILES, 'docs.yaml': configOf(title) });
    const ran = await quire.run('publish', `file://${bare}`, '--json');
    expect(ran.code).toBe(0);
    expect(await published()).toMatchObject({ site: JSON.parse(ran.out).site, created: false, changed: false });
  });

  it('finds the file in the project directory, from which folders are named', async () => {
    const { bare } = await repository({
      'web/docs.yaml': configOf(title),
      ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path.replace(/^docs/, 'web/docs'), text])),
    });
    const ran = await quire.run('publish', `file://${bare}`, '--directory', './web/', '--json');
    expect([ran.code, ran.err]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(ran.out).spaces).toHaveLength(3);
  });

  it.each<[string, () => void, string]>([
    [
      'a mistake in the file',
      () => write({ 'docs.yaml': 'site:\n  title: Acme\n' }),
      'docs.yaml:2: "structure" is missing',
    ],
    ['a folder that is missing', () => rmSync(join(folder, 'api'), { recursive: true }), 'there is no folder api'],
  ])('changes nothing for %s', async (_what, spoil, message) => {
    spoil();
    const before = [await list('sites'), await list('spaces')];
    expect(await publish()).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
    expect([await list('sites'), await list('spaces')]).toEqual(before);
  });

  it('takes nothing off a site that was made by hand, unless the site is named by its id', async () => {
    const space = await quire.json<{ id: string }>('POST', `/v1/orgs/${organization}/spaces`, token, { title: 'Mine' });
    const site = await quire.json<{ id: string }>('POST', `/v1/orgs/${organization}/sites`, token, {
      title,
      spaces: [space.id],
    });
    expect(await publish()).toMatchObject({ code: 1, err: expect.stringContaining(`Add --site ${site.id}`) });
    expect(await published('--site', site.id)).toMatchObject({ site: site.id });
  });

  describe('as a preview', () => {
    const preview = async (...args: string[]) => {
      const ran = await publish('--preview', '--json', ...args);
      return { code: ran.code, ...(JSON.parse(ran.out) as { changes: unknown[]; spaces: Json[] }) };
    };

    it('opens change requests for what would change, and says which pages, anchors and links', async () => {
      const made = await published();
      write({
        'docs/en/README.md': '# Welcome\n\n## Set up\n\nSee [the guide](guide.md).\n',
        'docs/en/more.md': '# More\n',
        'docs.yaml': configOf(title, 'calls'),
      });
      const shown = await preview();
      expect(shown).toMatchObject({ code: 0, changes: [{ kind: 'changed', key: 'api', members: ['path'] }] });
      const [en, fr] = shown.spaces;
      expect(en).toMatchObject({
        key: 'en',
        pages: { added: ['more'], changed: [expect.any(String)], removed: [] },
        vanishedAnchors: [expect.stringMatching(/#install$/)],
        brokenLinks: { total: 1, items: [expect.stringMatching(/^guide -> .*#install$/)] },
        preview: expect.stringMatching(new RegExp(`^https?://.*~/changes/${en?.['changeRequest']}/$`)),
      });
      expect(fr).toMatchObject({ key: 'fr', pages: { added: [], changed: [], removed: [] } });
      expect(fr).not.toHaveProperty('changeRequest');
      const space = made.spaces[0]?.space ?? '';
      const pages = await quire.json<{ pages: { title: string }[] }>('GET', `/v1/spaces/${space}/content/pages`, token);
      expect(pages.pages.map((page) => page.title)).not.toContain('More');
      expect((await preview('--strict')).code).toBe(1);
      const open = `/v1/spaces/${space}/change-requests?status=open`;
      expect((await quire.json<{ items: unknown[] }>('GET', open, token)).items).toHaveLength(1);
    });

    it('prints it for people', async () => {
      await published();
      write({ 'docs/fr/README.md': '# Salut\n\nTout le monde.\n' });
      const ran = await publish('--preview', '--subject', 'Pull request 7');
      expect(ran.out).toMatch(/^Structure as it is$/m);
      expect(ran.out).toMatch(/^fr \(Français\): https?:\S+~\/changes\/\S+\/$/m);
      expect(ran.out).toMatch(/^ {2}pages changed \(1\)$/m);
      expect(ran.out).toMatch(/^en \(English\): as it is$/m);
    });

    it('makes nothing where there is no site yet', async () => {
      const before = [await list('sites'), await list('spaces')];
      expect((await preview()).spaces.map((space) => [space['key'], space['new']])).toEqual([
        ['en', true],
        ['fr', true],
        ['reference', true],
      ]);
      expect([await list('sites'), await list('spaces')]).toEqual(before);
    });
  });
});
