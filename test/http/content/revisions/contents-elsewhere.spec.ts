import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';

const value = (text: string): string => `<code class="expression">${text}</code>`;

describe('the Markdown of a page that includes what another space holds', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let shared: TestSpace;
  let space: TestSpace;
  let page: string;

  /** A space with contents by their titles; returns their ids. */
  async function holding(
    title: string,
    contents: Record<string, string>,
  ): Promise<[TestSpace, Record<string, string>]> {
    const made = await TestSpace.create(ada, { title, empty: true });
    const includes = Object.keys(contents).map((name) => `{% include ".gitbook/includes/${name}.md" %}`);
    const files = Object.entries(contents).map(([name, text]) => [
      `.gitbook/includes/${name}.md`,
      `---\ntitle: ${name}\n---\n\n${text}\n`,
    ]);
    await importFiles(made, {
      'README.md': `# ${title}\n\n${includes.join('\n\n')}\n`,
      'page.md': '# Page\n',
      '.gitbook/vars.yaml': `product: ${title}\n`,
      ...(Object.fromEntries(files) as Record<string, string>),
    });
    const { reusableContents } = (await made.api.get(`${made.path}/content`)).body;
    return [made, Object.fromEntries((reusableContents as Json[]).map(({ title: name, id }) => [name, id]))];
  }
  /** A space with one page; returns the id of that as well. */
  async function including(text: string): Promise<[TestSpace, string]> {
    const made = await TestSpace.create(ada, { title: 'Reading', empty: true });
    await importFiles(made, { 'README.md': `# Home\n\n${text}\n`, '.gitbook/vars.yaml': 'product: Reading\n' });
    return [made, (await made.pages())[0]?.id ?? ''];
  }
  const include = (of: TestSpace, content = ''): string =>
    `{% include "/spaces/${of.id}/reusable-content/${content}" %}`;
  const read = (api: ApiClient, query: object = {}, headers: Record<string, string> = {}) =>
    api.get(`${space.path}/content/page/${page}`, {
      query: { format: 'markdown', dereferenced: 'true', evaluated: 'true', ...query },
      headers,
    });
  const textFor = async (api: ApiClient, query?: object): Promise<string> => (await read(api, query)).body.markdown;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    const [made, ids] = await holding('Shared', {
      Note: `Said by ${value('space.vars.product')}, see [the page](../../page.md).`,
    });
    shared = made;
    [space, page] = await including(`Before.\n\n${include(shared, ids['Note'])}\n\nAfter.`);
  });

  afterAll(() => server.stop());

  it('has its text, with the variables and links of that space', async () => {
    const text = await textFor(ada.api);
    expect(text).toMatch(/Before\.\n\nSaid by Shared, see \[the page\]\(\/spaces\/\w+\/pages\/\w+\)\.\n\nAfter\.\n$/);
    expect(text).toContain(`/spaces/${shared.id}/pages/`);
    expect(await textFor(ada.api, { evaluated: 'false' })).toContain(value('space.vars.product'));
  });

  it('shows it by reference where this is not asked for', async () => {
    expect(await textFor(ada.api, { dereferenced: 'false' })).toContain(`{% include "/spaces/${shared.id}`);
    const { body } = await read(ada.api, { format: 'document' });
    expect(JSON.stringify(body['document'])).toContain('"type":"reusable-content"');
  });

  it('includes the same when it is written as it was read, here and on another page', async () => {
    const { markdown } = (await read(ada.api, { evaluated: 'false', dereferenced: 'false' })).body;
    await space.update(page, { document: { markdown: `${String(markdown)}\nMore.` } });
    expect(await textFor(ada.api)).toContain('Said by Shared');
    await space.update(page, { document: { markdown } });
    const other = await space.insert('Other', markdown as unknown as string);
    const path = `${space.path}/content/page/${other}`;
    const { body } = await ada.api.get(path, { query: { format: 'document' } });
    expect(JSON.stringify(body['document'])).toContain(`"space":"${shared.id}"`);
    await space.change({ operation: 'delete_page', page: other });
  });

  it('includes contents of the space itself, and keeps an address at which there is none', async () => {
    const [own, ids] = await holding('Own', { Note: 'Mind the gap.' });
    const [id = ''] = Object.values(ids);
    for (const address of [`/reusable-content/${id}`, `/spaces/${own.id}/reusable-content/${id}`]) {
      const written = await own.insert('Own', `{% include "${address}" %}\n\n{% include "/reusable-content/gone" %}`);
      const { markdown } = (
        await own.api.get(`${own.path}/content/page/${written}`, {
          query: { format: 'markdown', dereferenced: 'true', evaluated: 'true' },
        })
      ).body;
      expect(markdown).toContain('Mind the gap.');
      expect(markdown).toContain('{% include "/reusable-content/gone" %}');
      await own.change({ operation: 'delete_page', page: written });
    }
  });

  it('shows it to those alone who may read the other space, also after others have read it', async () => {
    const reader = await server.member(ada.organization, null);
    const grant = { users: [reader.id], role: 'read' };
    expect((await ada.api.post(`${space.path}/permissions`, grant)).status).toBe(204);
    const before = await read(reader.api);
    expect(before.body.markdown).not.toContain('Said by');
    expect(before.body.markdown).toContain(`{% include "/spaces/${shared.id}`);
    expect((await ada.api.post(`${shared.path}/permissions`, grant)).status).toBe(204);
    const etag = before.headers.etag as string;
    const after = await read(reader.api, {}, { 'if-none-match': etag });
    expect([after.status, after.body.markdown]).toEqual([200, expect.stringContaining('Said by Shared')]);
    const unchanged = await read(reader.api, {}, { 'if-none-match': after.headers.etag as string });
    expect(unchanged.status).toBe(304);
  });

  it('changes with the other space, and so does its entity tag', async () => {
    const { etag } = (await read(ada.api)).headers;
    await shared.change({ operation: 'update_variables', variables: { product: 'Renamed' } });
    const answer = await read(ada.api, {}, { 'if-none-match': etag as string });
    expect([answer.status, answer.body.markdown]).toEqual([200, expect.stringContaining('Said by Renamed')]);
  });

  it('shows none of another organization, of a deleted space, or that is not there', async () => {
    const bob = await server.administrator();
    const theirs = await TestSpace.create(bob);
    const [gone, ids] = await holding('Gone', { Note: 'Of a space that goes.' });
    const [reading, others] = await including(
      [include(theirs, 'none'), include(gone, ids['Note']), include(shared, 'none')].join('\n\n'),
    );
    const query = { format: 'markdown', dereferenced: 'true' };
    const text = async (): Promise<string> =>
      (await ada.api.get(`${reading.path}/content/page/${others}`, { query })).body.markdown;
    expect(await text()).toContain('Of a space that goes.');
    expect((await ada.api.delete(gone.path)).status).toBe(204);
    expect((await text()).match(/\{% include/g)).toHaveLength(3);
  });

  it('ends where contents of two spaces include each other', async () => {
    const [one, ones] = await holding('One', { Loop: 'First.' });
    const [two, twos] = await holding('Two', { Loop: `Second.\n\n${include(one, ones['Loop'])}` });
    await importFiles(one, {
      'README.md': '# One\n\n{% include ".gitbook/includes/Loop.md" %}\n',
      '.gitbook/includes/Loop.md': `---\ntitle: Loop\n---\n\nFirst.\n\n${include(two, twos['Loop'])}\n`,
    });
    const [reading, loop] = await including(include(two, twos['Loop']));
    const query = { format: 'markdown', dereferenced: 'true' };
    const text: string = (await ada.api.get(`${reading.path}/content/page/${loop}`, { query })).body.markdown;
    expect(text).toMatch(/^# Home\n\nSecond\.\n\nFirst\.\n\n\{% include "[^"]+" %\}\n$/);
  });

  it('has at most fifty contents of other spaces, and the others by reference', async () => {
    const names = Array.from({ length: 52 }, (_, at) => `Note${at}`);
    const [many, ids] = await holding('Many', Object.fromEntries(names.map((name) => [name, `Text of ${name}.`])));
    const [reading, all] = await including(names.map((name) => include(many, ids[name])).join('\n\n'));
    const query = { format: 'markdown', dereferenced: 'true' };
    const text: string = (await ada.api.get(`${reading.path}/content/page/${all}`, { query })).body.markdown;
    expect([text.match(/Text of/g), text.match(/\{% include/g)]).toMatchObject([{ length: 50 }, { length: 2 }]);
  });
});
