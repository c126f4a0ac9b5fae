import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateOrganization } from '#organization';
import type { Answer, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('the visibility of a space', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let org: string;
  let elsewhere: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    org = `/v1/orgs/${ada.organization}`;
    elsewhere = await server.dispatcher.run(new CreateOrganization(ada.id, 'Elsewhere'));
  });
  afterAll(() => server.stop());

  const done = async (sent: Promise<Answer>): Promise<Json> => {
    const { status, text, body } = await sent;
    expect([text, status < 300]).toEqual([text, true]);
    return body;
  };
  const collection = async (parent?: string): Promise<string> =>
    (await done(ada.api.post(`${org}/collections`, parent === undefined ? {} : { parent }))).id as string;
  const publish = async (...spaces: TestSpace[]): Promise<string> => {
    const { id } = await done(ada.api.post(`${org}/sites`, { title: 'Docs', spaces: spaces.map((space) => space.id) }));
    await done(ada.api.post(`${org}/sites/${String(id)}/publish`));
    return `${org}/sites/${String(id)}`;
  };
  const shown = async (space: TestSpace): Promise<string> => (await done(ada.api.get(space.path))).visibility as string;

  interface Reported {
    organization: string;
    previous: string;
    visibility: string;
  }
  const reported = (space: TestSpace): Promise<Reported[]> =>
    server.rows<Reported & {}>(
      `select organization_id as organization, payload->>'previousVisibility' as previous, payload->>'visibility' as visibility
       from public.event where name = 'content.space-visibility-updated' and payload->>'space' = $1 order by id`,
      [space.id],
    );

  /** Does something, and compares what is published about each space with what its record showed before and after. */
  async function follow(spaces: readonly TestSpace[], act: () => Promise<unknown>): Promise<string[]> {
    const before = await Promise.all(spaces.map(shown));
    const known = await Promise.all(spaces.map(reported));
    await act();
    await server.drain();
    const after = await Promise.all(spaces.map(shown));
    for (const [at, space] of spaces.entries()) {
      const { organization } = (await done(ada.api.get(space.path))) as Json & { organization: string };
      const [previous, visibility] = [before[at], after[at]];
      expect((await reported(space)).slice(known[at]?.length)).toEqual(
        previous === visibility ? [] : [{ organization, previous, visibility }],
      );
    }
    return after;
  }

  it('is reported whenever sites change it, and at no other time', async () => {
    const spaces = [await TestSpace.create(ada), await TestSpace.create(ada)];
    const [one, two] = spaces as [TestSpace, TestSpace];
    let site = '';
    expect(await follow(spaces, async () => (site = await publish(one)))).toEqual(['public', 'private']);
    const patch = (body: object) => () => done(ada.api.patch(site, body));
    expect(await follow(spaces, patch({ visibility: 'unlisted' }))).toEqual(['unlisted', 'private']);
    expect(await follow(spaces, patch({ title: 'Another', basename: 'another-address' }))).toEqual([
      'unlisted',
      'private',
    ]);
    const add = () => done(ada.api.post(`${site}/site-spaces`, { spaceId: two.id }));
    expect(await follow(spaces, add)).toEqual(['unlisted', 'unlisted']);
    const second = () => publish(one);
    expect(await follow(spaces, second)).toEqual(['unlisted', 'unlisted']);
    expect(await follow(spaces, () => done(ada.api.post(`${site}/unpublish`)))).toEqual(['public', 'private']);
    expect(await follow(spaces, () => done(ada.api.post(`${site}/publish`)))).toEqual(['unlisted', 'unlisted']);
    expect(await follow(spaces, () => done(ada.api.delete(site)))).toEqual(['public', 'private']);
  });

  it('is reported when the space is moved into a collection or out of it', async () => {
    const published = await TestSpace.create(ada);
    const spaces = [await TestSpace.create(ada), published];
    await publish(published);
    const [outer, other] = [await collection(), await collection()];
    const move = (parent: string | null) => async () => {
      for (const { path } of spaces) await done(ada.api.post(`${path}/move`, { parent }));
    };
    expect(await follow(spaces, move(outer))).toEqual(['in-collection', 'public']);
    expect(await follow(spaces, move(other))).toEqual(['in-collection', 'public']);
    expect(await follow(spaces, move(null))).toEqual(['private', 'public']);
  });

  it('is reported when its collection is deleted, if that leaves it outside of any', async () => {
    const outer = await collection();
    const inner = await collection(outer);
    const spaces = [
      await TestSpace.create(ada, { empty: true, parent: inner }),
      await TestSpace.create(ada, { empty: true, parent: outer }),
      await TestSpace.create(ada, { empty: true, parent: outer }),
    ];
    await publish(spaces[2] as TestSpace);
    const remove = (id: string) => () => done(ada.api.delete(`/v1/collections/${id}`));
    expect(await follow(spaces, remove(inner))).toEqual(['in-collection', 'in-collection', 'public']);
    expect(await follow(spaces, remove(outer))).toEqual(['private', 'private', 'public']);
  });

  it('is reported when it goes to another organization, where nothing is published', async () => {
    const parent = await collection();
    const [alone, first, second] = [
      await TestSpace.create(ada, { empty: true, parent }),
      await TestSpace.create(ada, { empty: true, parent }),
      await TestSpace.create(ada, { empty: true, parent }),
    ];
    await publish(second);
    const spaces = [alone, first, second];
    const transfer = (path: string) => () => done(ada.api.post(`${path}/transfer`, { organization: elsewhere }));
    expect(await follow(spaces, transfer(alone.path))).toEqual(['private', 'in-collection', 'public']);
    expect(await follow(spaces, transfer(`/v1/collections/${parent}`))).toEqual([
      'private',
      'in-collection',
      'in-collection',
    ]);
  });

  it('stays the same when the space is deleted and restored', async () => {
    const space = await TestSpace.create(ada);
    await publish(space);
    expect(await follow([space], () => done(ada.api.delete(space.path)))).toEqual(['public']);
    expect(await follow([space], () => done(ada.api.post(`${space.path}/restore`)))).toEqual(['public']);
  });
});
