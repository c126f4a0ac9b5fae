import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';

const value = (text: string): string => `<code class="expression">${text}</code>`;

describe('adapted reads', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let page: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = await TestSpace.create(ada);
    await importFiles(space, {
      'README.md': [
        '---\nvars:\n  audience: writers\n---\n\n# Home',
        `${value('space.vars.product')} for ${value('page.vars.audience')} and ${value('visitor.claims.name')}.`,
        `{% if visitor.claims.plan === "paid" %}\nFor payers, see [other](other.md).\n{% endif %}`,
        `{% if space.vars.product === "Quire" %}\nSee [other](other.md).\n{% endif %}`,
        '{% include ".gitbook/includes/note.md" %}',
      ].join('\n\n'),
      'other.md': '# Other\n',
      '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\nMind ${value('space.vars.product')}.\n`,
      '.gitbook/vars.yaml': 'product: Quire\n',
    });
    page = (await space.pages())[0]?.id ?? '';
  });

  afterAll(() => server.stop());

  /** Every operation that reads the page, with the given query. */
  const doors = async (): Promise<string[]> => {
    const change = await TestChangeRequest.create(space);
    const revision = await space.revision();
    return ['content', `revisions/${revision}`, `change-requests/${change.id}/content`].flatMap((root) => [
      `${space.path}/${root}/page/${page}`,
      `${space.path}/${root}/path/readme`,
    ]);
  };
  const markdown = async (path: string, query: Record<string, string>): Promise<string> =>
    (await ada.api.get(path, { query: { format: 'markdown', ...query } })).body.markdown;

  it('return a page as written by default', async () => {
    for (const door of await doors()) {
      for (const query of [{}, { evaluated: 'false', dereferenced: 'false' }] as Record<string, string>[]) {
        const text = await markdown(door, query);
        expect(text).toContain('{% if visitor.claims.plan === "paid" %}');
        expect(text).toContain(value('page.vars.audience'));
        expect(text).toContain('{% include');
      }
    }
  });

  it('evaluate expressions and conditions for a reader without claims, in every operation', async () => {
    for (const door of await doors()) {
      const text = await markdown(door, { evaluated: 'true' });
      expect(text).toMatch(/^# Home\n\nQuire for writers and \.\n\nSee \[other\]\(other\.md\)\.\n\n\{% include/);
    }
  });

  it('keep expressions and conditions that depend on the visitor', async () => {
    for (const door of await doors()) {
      const text = await markdown(door, { evaluated: 'deterministic-only' });
      expect(text).toContain(`Quire for writers and ${value('visitor.claims.name')}.`);
      expect(text).toContain('{% if visitor.claims.plan === "paid" %}');
      expect(text).not.toContain('space.vars');
    }
  });

  it('insert reusable content, evaluated like the page', async () => {
    for (const wanted of ['true', 'reusable-contents']) {
      const text = await markdown(`${space.path}/content/page/${page}`, { evaluated: 'true', dereferenced: wanted });
      expect(text).toMatch(/See \[other\]\(other\.md\)\.\n\nMind Quire\.\n$/);
    }
    const stored = await markdown(`${space.path}/content/page/${page}`, { dereferenced: 'true' });
    expect(stored).toContain(`Mind ${value('space.vars.product')}.`);
  });

  it('return block trees as well, of pages, their documents and reusable content', async () => {
    const revision = `${space.path}/revisions/${await space.revision()}`;
    const query = { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' };
    const whole = (await ada.api.get(`${space.path}/content/page/${page}`, { query })).body.document;
    const alone = (await ada.api.get(`${revision}/page/${page}/document`, { query })).body;
    expect(alone).toEqual(whole);
    expect((alone.nodes as Json[]).map(({ type }) => type)).toEqual(['paragraph', 'if', 'paragraph', 'paragraph']);
    const [content] = (await ada.api.get(revision)).body.reusableContents as Json[];
    const note = await ada.api.get(`${revision}/reusable-contents/${content?.id}/document`, { query });
    expect(JSON.stringify(note.body)).toContain('"text":"Mind Quire."');
    const plain = await ada.api.get(`${revision}/reusable-contents/${content?.id}/document`);
    expect(JSON.stringify(plain.body)).toContain('"expression":"space.vars.product"');
  });

  it('read the variables that a batch of changes sets', async () => {
    const own = await TestSpace.create(ada);
    const id = await own.insert('Vars', `${value('space.vars.name')}, ${value('page.vars.count + 1')}`, {
      variables: { count: 1 },
    });
    await own.change({ operation: 'update_variables', variables: { name: 'Ada', other: true } });
    const read = () => markdown(`${own.path}/content/page/${id}`, { evaluated: 'true' });
    expect(await read()).toBe('# Vars\n\nAda, 2\n');
    await own.change(
      { operation: 'update_variables', variables: { name: null } },
      { operation: 'update_page', page: id, variables: { count: 41 } },
    );
    expect(await read()).toBe('# Vars\n\n, 42\n');
    expect((await ada.api.get(`${own.path}/content`)).body.variables).toEqual({ other: true });
  });

  it('refuse variables that expressions cannot read', async () => {
    const own = await TestSpace.create(ada);
    for (const variables of [{ 'two words': 1 }, { name: ['list'] }, { name: 'x'.repeat(257) }, []])
      expect((await own.send([{ operation: 'update_variables', variables }])).status).toBe(400);
    expect((await own.send([{ operation: 'update_variables' }])).status).toBe(400);
  });

  it('have their own entity tags', async () => {
    const path = `${space.path}/content/page/${page}`;
    const tags = await Promise.all(
      [{}, { evaluated: 'true' }, { evaluated: 'deterministic-only' }, { dereferenced: 'true' }].map(
        async (query) => (await ada.api.get(path, { query: query as Record<string, string> })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(4);
    const again = await ada.api.get(path, {
      query: { evaluated: 'true' },
      headers: { 'if-none-match': tags[1] as string },
    });
    expect(again.status).toBe(304);
  });

  it('refuse unknown values of parameters', async () => {
    const path = `${space.path}/content/page/${page}`;
    expect((await ada.api.get(path, { query: { evaluated: 'sometimes' } })).status).toBe(400);
    expect((await ada.api.get(path, { query: { dereferenced: 'links' } })).status).toBe(400);
  });
});
