import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { removeScratch } from '../scratch.js';
import { SyncedPair } from './synced-pair.js';
import { idAt } from './transfer-fixture.js';

const FILES = {
  'README.md': '# Home\n\nWelcome.\n',
  'setup.md': '# Installation\n\nOne.\n',
  'use.md': '# Use\n\nOne.\n',
  'more.md': '# More\n\nOne.\n',
  'last.md': '# Last\n\nOne.\n',
};
const AUTHOR = 'Docs Team <docs@example.com>';

describe('a commit of a sync', () => {
  const servers: TestServer[] = [];
  let server: TestServer;
  let user: TestUser & { organization: string };

  const started = async (author: object = {}): Promise<TestServer> => {
    const one = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on', ...author } });
    servers.push(one);
    return one;
  };

  beforeAll(async () => {
    server = await started();
    user = await server.administrator();
  });

  afterAll(async () => {
    for (const one of servers) await one.stop();
    await removeScratch();
  });

  it('names the pages that were changed, added and deleted, unless a change request says more', async () => {
    const pair = await SyncedPair.of(server, user, FILES);
    const { space } = pair;
    const id = (path: string): Promise<string> => idAt(space, path);
    const subject = async (): Promise<string> => {
      await pair.settle();
      return pair.latest('%s');
    };
    await space.update(await id('setup'), { document: { markdown: 'Two.' } });
    expect(await subject()).toBe("Change 'Installation'");
    const change = async (...paths: string[]): Promise<void> => {
      const pages = await Promise.all(paths.map(id));
      await space.change(
        ...pages.map((page) => ({ operation: 'update_page', page, document: { markdown: `Of ${paths.join()}.` } })),
      );
    };
    await change('use', 'setup');
    expect(await subject()).toMatch(/^Change '(Use|Installation)' and '(Use|Installation)'$/);
    await change('readme', 'setup', 'use', 'more', 'last');
    expect(await subject()).toMatch(/^Change 'Home', '\w+' and 3 more$/);
    const added = await space.insert('Added', 'New.', { into: await id('more') });
    expect(await subject()).toBe("Add 'Added'");
    await space.change(
      { operation: 'delete_page', page: await id('last') },
      { operation: 'update_page', page: await id('use'), title: 'Usage' },
    );
    expect(await subject()).toBe("Change 'Usage'; delete 'Last'");
    const asked = await space.api.post(`${space.path}/change-requests`, { subject: 'Say why' });
    const proposed = `${space.path}/change-requests/${asked.body.id}`;
    const changes = [{ operation: 'update_page', page: added, document: { markdown: 'Why.' } }];
    await space.api.post(`${proposed}/content`, { changes });
    expect((await space.api.post(`${proposed}/merge`, {})).status).toBe(200);
    expect(await subject()).toBe('Say why (#1)');
  });

  it('is by the member, with an address of the server, the address of the member, or by the configured author', async () => {
    const edited = async (one: TestServer): Promise<[string, string, string]> => {
      const member = await one.administrator();
      const pair = await SyncedPair.of(one, member, FILES);
      await pair.space.update(await idAt(pair.space, 'use'), { title: 'Usage' });
      await pair.settle();
      const { displayName, email } = (await member.api.get('/v1/user')).body;
      return [pair.latest('%an <%ae>'), displayName as string, email as string];
    };
    const [byName, name] = await edited(server);
    expect(byName).toMatch(new RegExp(`^${name} <[0-9A-Za-z]{20}@quire\\.test>$`));
    const [byMember, full, email] = await edited(await started({ QUIRE_GIT_AUTHOR: 'members' }));
    expect(byMember).toBe(`${full} <${email}>`);
    const [byAll] = await edited(await started({ QUIRE_GIT_AUTHOR: AUTHOR }));
    expect(byAll).toBe(AUTHOR);
  });
});
