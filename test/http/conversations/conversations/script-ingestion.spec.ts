import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { install } from '../script.js';
import { TestSupport, ticket } from '../support.js';

describe('a script that ingests conversations', () => {
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    server = await TestServer.shared();
    support = await TestSupport.create(server);
  });
  afterAll(() => server.stop());

  it('is named as their source', async () => {
    const { name, id, script } = await install(server, support.owner, ['conversations:ingest']);
    expect((await script.post(`${support.org}/conversations`, [ticket('s-1', 'Hi'), ticket('s-2', 'Hi')])).status).toBe(
      204,
    );
    const source = `integration:${name}:${id}`;
    expect((await support.conversations({ source })).map((one) => one['source'])).toEqual([source, source]);
  });

  it('needs the scope, and reads none of them', async () => {
    const { script: without } = await install(server, support.owner, ['space:content:write']);
    expect((await without.post(`${support.org}/conversations`, ticket('s-3', 'Hi'))).status).toBe(403);
    const { script } = await install(server, support.owner, ['conversations:ingest']);
    expect((await script.get(`${support.org}/conversations`)).status).toBe(403);
    expect((await support.owner.api.get(`${support.org}/conversations/s-3`)).status).toBe(404);
  });

  it('knows of no other organization', async () => {
    const { script } = await install(server, support.owner, ['conversations:ingest']);
    const other = await TestSupport.create(server);
    expect((await script.post(`${other.org}/conversations`, ticket('s-4', 'Hi'))).status).toBe(404);
    expect(await other.conversations()).toEqual([]);
  });
});
