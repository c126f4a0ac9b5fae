import { describe, expect, it } from '@jest/globals';
import type { TestSpace } from '#testing/test-space';
import { GitSyncs, SYNCED_FILES } from '../../../contexts/content/exchange/git-syncs.js';
import { taken, TestSite } from '../visits/visits.js';
import { read } from './read-sites.js';

const below = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

describe('the link from a page to its source in Git', () => {
  const syncs = new GitSyncs();

  const show = async ({ path }: TestSite, showEditLink: boolean): Promise<void> => {
    const { api } = syncs.user;
    const { body } = await api.get(`${path}/customization`);
    taken(await api.put(`${path}/customization`, { ...body, git: { showEditLink } }));
  };
  const publish = async ({ id }: TestSpace): Promise<TestSite> => {
    const { user, server } = syncs;
    const created = await user.api.post(`/v1/orgs/${user.organization}/sites`, { title: 'Docs', spaces: [id] });
    const site = TestSite.at(server, user, taken(created).id);
    await show(site, true);
    taken(await user.api.post(`${site.path}/publish`));
    return site;
  };
  const linkOn = async (site: TestSite, path: string): Promise<string | undefined> =>
    / href="([^"]*\/guide\.md)"/.exec((await read(site, path)).text.replaceAll(/href="\/[^"]*"/g, ''))?.[1];

  it('names the file in the folder and the branch that the space is synced with, on each known host', async () => {
    const { space } = await syncs.synced(below('docs/user guide', SYNCED_FILES), {
      repoProjectDirectory: 'docs/user guide',
    });
    const site = await publish(space);
    const shown = async (url: string, ref: string) => {
      const body = { url, ref, direction: 'both', repoProjectDirectory: 'docs/user guide' };
      taken(await space.api.put(`${space.path}/git/sync`, body));
      return linkOn(site, 'guide');
    };
    const file = 'docs/user%20guide/guide.md';
    const github = `https://github.com/acme/handbook/blob/main/${file}`;
    expect(await shown('https://github.com/acme/handbook.git', 'main')).toBe(github);
    expect(await shown('git@github.com:acme/handbook.git', 'main')).toBe(github);
    expect(await shown('ssh://git@github.com/acme/handbook', 'v2/next')).toBe(
      `https://github.com/acme/handbook/blob/v2/next/${file}`,
    );
    expect(await shown('https://gitlab.example.com/docs/team/handbook.git/', '50%#')).toBe(
      `https://gitlab.example.com/docs/team/handbook/-/blob/50%25%23/${file}`,
    );
    expect(await shown('https://codeberg.org/acme/handbook.git', 'main')).toBe(
      `https://codeberg.org/acme/handbook/src/branch/main/${file}`,
    );
    expect(await shown('https://bitbucket.org/acme/handbook', 'main')).toBe(
      `https://bitbucket.org/acme/handbook/src/main/${file}`,
    );
  });

  it('is none where nothing says how the host shows files, or where nothing is shown', async () => {
    const { space } = await syncs.synced();
    const site = await publish(space);
    expect((await read(site, 'guide')).status).toBe(200);
    expect(await linkOn(site, 'guide')).toBeUndefined();
    const set = async (url: string) =>
      taken(await space.api.put(`${space.path}/git/sync`, { url, ref: 'main', direction: 'both' }));
    for (const url of ['https://git.example.com/acme/handbook.git', 'https://git.example.com/acme/handbook']) {
      await set(url);
      expect(await linkOn(site, 'guide')).toBeUndefined();
    }
    await set('https://github.com/acme/handbook');
    expect(await linkOn(site, 'guide')).toBe('https://github.com/acme/handbook/blob/main/guide.md');
    await show(site, false);
    expect(await linkOn(site, 'guide')).toBeUndefined();
  });

  it('follows what an import says of where files are shown', async () => {
    const { space, bare } = await syncs.synced(below('docs', SYNCED_FILES), { repoProjectDirectory: 'docs' });
    taken(await space.api.delete(`${space.path}/git/sync`));
    const site = await publish(space);
    const tree = 'https://git.example.com/acme/handbook/files/main';
    const body = { url: `file://${bare}`, ref: 'main', repoProjectDirectory: 'docs', gitInfo: { url: tree } };
    taken(await space.api.post(`${space.path}/git/import`, body));
    await syncs.settle();
    expect(await linkOn(site, 'guide')).toBe(`${tree}/docs/guide.md`);
    const missing = { ...body, url: 'https://github.com/acme/handbook.git', ref: 'v1', gitInfo: {} };
    taken(await space.api.post(`${space.path}/git/import`, missing));
    expect(await linkOn(site, 'guide')).toBe('https://github.com/acme/handbook/blob/v1/docs/guide.md');
  });
});
