import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { taken, TestSite } from '../visits/visits.js';

const JOB = 'publishing.note-addresses';

describe('published addresses in the records of spaces', () => {
  let server: TestServer;
  let later: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
  });

  afterAll(async () => {
    await later?.stop();
    await server.stop();
  });

  const addresses = async (site: TestSite): Promise<unknown[]> => {
    const spaces = (await site.siteSpaces()).map(({ space }) => (space as Json).id);
    const records = await Promise.all(spaces.map((id) => ada.api.get(`/v1/spaces/${id}`)));
    return records.map(({ body }) => body.urls.published);
  };

  it('follow the settings of a process that was started with others, but for those at a host name', async () => {
    const site = await TestSite.publish(server, ada, ['One', 'Two']);
    const hosted = await TestSite.publish(server, ada, ['Hosted']);
    await hosted.patch({ hostname: 'docs.noted.test' });
    const offline = await TestSite.publish(server, ada, ['Offline']);
    taken(await ada.api.post(`${offline.path}/unpublish`));
    expect(await addresses(site)).toEqual([`http://quire.test/s/${site.id}/`, `http://quire.test/s/${site.id}/two/`]);

    const env = { QUIRE_SITES_HOST: 'sites.example.com' };
    later = await TestServer.start({ databaseUrl: server.databaseUrl, env });
    await later.runJob(JOB);
    const { basename } = (await ada.api.get(site.path)).body;
    const root = `https://sites.example.com/${ada.organization}/${String(basename)}/`;
    expect(await addresses(site)).toEqual([root, `${root}two/`]);
    expect(await addresses(hosted)).toEqual(['https://docs.noted.test/']);
    expect(await addresses(offline)).toEqual([undefined]);
  });

  it('are reported once by a process', async () => {
    const site = await TestSite.publish(server, ada, ['Three']);
    await later.runJob(JOB);
    expect(await addresses(site)).toEqual([`http://quire.test/s/${site.id}/`]);
  });
});
