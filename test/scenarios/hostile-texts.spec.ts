import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestChangeRequest } from '#testing/test-change-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { uploadOf, zipOf } from '../contexts/content/exchange/transfer-fixture.js';
import { makeRecords } from '../http/authorization/records.js';
import { HOSTILE_MARKDOWN, markdown, type Markdown } from '../http/hostile-bodies.js';
import { specification } from '../http/publishing/openapi/openapi-sources.js';
import type { HostileRequests, Offence } from './support/hostile-requests.js';
import { HostileServer } from './support/hostile-server.js';
import type { QuireProcess } from './support/quire-process.js';

/** Expensive texts; of the descriptions here those that differ most, and large ones. */
const TEXTS: readonly Markdown[] = [
  ...HOSTILE_MARKDOWN.filter(([what]) => /^(one|a table|many footnotes|nested|emphasis)/.test(what)),
  ['plain words', () => '', 'word '],
  ['many paragraphs', () => '', 'a\n\n'],
  ['a long heading', (size: number) => `## ${'word '.repeat(size / 10)}\n\n`, 'text '],
];

/** One that repeats itself and is refused, one that is slow to parse, one of many blocks. */
const WORST = TEXTS.filter(([what]) => /^(one definition|emphasis|many paragraphs)/.test(what));

type Carrier = readonly [
  name: string,
  bytes: number,
  send: (text: string, number: number) => Promise<number>,
  texts?: readonly Markdown[],
];

/** The worst, and a share of the others for each of the slow ways: together they cover all. */
function someOf(way: 'request' | 'merge' | 'template' | 'archive' | 'git' | 'openapi'): readonly Markdown[] {
  const ways = ['request', 'merge', 'template', 'archive', 'git', 'openapi'];
  const others = TEXTS.filter((text) => !WORST.includes(text));
  return [...WORST, ...others.filter((_, at) => at % ways.length === ways.indexOf(way))];
}

/** By whichever way a text comes in, it is accepted or refused, and other requests are served meanwhile. */
describe('Whatever texts are sent', () => {
  const repository = mkdtempSync(join(tmpdir(), 'quire-hostile-'));
  let fixture: TestServer;
  let quire: QuireProcess;
  let hostile: HostileRequests;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;
  let page: string;
  let template: { space: TestSpace; page: string };
  let conflicts: { path: string; ids: string[] };

  beforeAll(async () => {
    ({ fixture, quire, hostile } = await HostileServer.shared());
    ada = await fixture.administrator();
    ({ ids } = await makeRecords(fixture, ada, []));
    page = await space().insert('Page');
    const other = await TestSpace.create(ada);
    template = { space: other, page: await other.insert('Template') };
    await ada.api.patch(other.path, { template: true });
    conflicts = await makeConflicts();
  });

  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  const space = (): TestSpace => TestSpace.at(ada.api, ids['spaceId'] ?? '');
  const changeRequest = (): string => `/v1/spaces/${ids['spaceId']}/change-requests/${ids['changeRequestId']}`;

  /** One conflict about a block for each of the texts, since it can be settled only once. */
  async function makeConflicts(): Promise<{ path: string; ids: string[] }> {
    const own = await TestSpace.create(ada);
    const pages: string[] = [];
    for (const [what] of TEXTS) pages.push(await own.insert(what, 'Before.'));
    const request = await TestChangeRequest.create(own);
    for (const each of pages) await request.update(each, { document: { markdown: 'Here.' } });
    for (const each of pages) await own.update(each, { document: { markdown: 'There.' } });
    await request.bringUpToDate();
    const { items } = (await ada.api.get(`${request.path}/conflicts`, { query: { limit: 100 } })).body;
    return { path: `${request.path}/conflicts`, ids: items.map(({ id }: { id: string }) => id) };
  }

  function send(method: string, path: string, body: object): Promise<number> {
    return hostile.send({ method, path }, JSON.stringify(body), { token: ada.token });
  }

  function sendFile(path: string, files: Record<string, string>): Promise<number> {
    const { payload, headers } = uploadOf(zipOf(files));
    const { 'content-type': type = '' } = headers as Record<string, string>;
    return hostile.send({ method: 'POST', path }, payload as Buffer, { token: ada.token, type });
  }

  function commit(text: string): void {
    writeFileSync(join(repository, 'README.md'), text);
    const git = (...args: string[]): void => {
      const who = ['-c', 'user.name=Quire', '-c', 'user.email=quire@example.com'];
      execFileSync('git', [...who, ...args], { cwd: repository });
    };
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '--message', 'Page');
  }

  /** Waits until the work on a record has ended. */
  async function ended(path: string, isOver: (record: Record<string, unknown>) => boolean): Promise<number> {
    for (;;) {
      const answer = await fetch(`${quire.url}${path}`, { headers: { authorization: `Bearer ${ada.token}` } });
      if (answer.status !== 200 || isOver((await answer.json()) as Record<string, unknown>)) return answer.status;
      await sleep(50);
    }
  }

  const carriers: readonly Carrier[] = [
    [
      'a page',
      1_000_000,
      (text) =>
        send('POST', `${space().path}/content`, {
          changes: [{ operation: 'update_page', page, document: { markdown: text } }],
        }),
    ],
    [
      'a page of a change request',
      1_000_000,
      (text) =>
        send('POST', `${changeRequest()}/content`, {
          changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: text } }],
        }),
      someOf('request'),
    ],
    [
      'a page that is merged three ways',
      40_000,
      async (text) => {
        const own = await TestSpace.create(ada);
        const write = (path: string, markdown: string, more: object): Promise<number> =>
          send('POST', `${path}/content`, { changes: [{ ...more, document: { markdown } }] });
        const status = await write(own.path, `Begin.\n\n${text}\n\nEnd.`, { operation: 'insert_page', title: 'Page' });
        const [first] = await own.pages();
        if (!first) return status;
        const edit = { operation: 'update_page', page: first.id };
        const request = await TestChangeRequest.create(own);
        await write(request.path, `Began.\n\n${text}\n\nEnd.`, edit);
        await write(own.path, `Begin.\n\n${text}\n\nEnded.`, edit);
        await send('POST', `${request.path}/update`, {});
        return send('POST', `${request.path}/merge`, {});
      },
      someOf('merge'),
    ],
    ['a comment', 90_000, (text) => send('POST', `${space().path}/comments`, { body: { markdown: text } })],
    [
      'a reply',
      90_000,
      (text) => send('POST', `${space().path}/comments/${ids['commentId']}/replies`, { body: { markdown: text } }),
    ],
    [
      'the comment of a review',
      90_000,
      (text) => send('POST', `${changeRequest()}/reviews`, { status: 'approved', comment: { markdown: text } }),
    ],
    [
      'the description of a change request',
      99_000,
      (text) => send('PATCH', changeRequest(), { description: { markdown: text } }),
    ],
    [
      'the description of a request for reviews',
      99_000,
      (text) =>
        send('POST', `${changeRequest()}/requested-reviewers`, {
          users: [ids['userId']],
          description: { markdown: text },
        }),
    ],
    [
      'a conflict that is settled',
      99_000,
      (text, number) => send('POST', `${conflicts.path}/${conflicts.ids[number]}/resolve`, { markdown: text }),
    ],
    [
      'a new translation',
      99_000,
      (text, number) =>
        send('POST', `/v1/orgs/${ada.organization}/translations`, {
          source: { space: ids['spaceId'], language: 'en' },
          language: ['fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'cs'][number],
          instructions: { markdown: text },
        }),
    ],
    [
      'the instructions of a translation',
      99_000,
      (text) =>
        send('PUT', `/v1/orgs/${ada.organization}/translations/${ids['translationId']}`, {
          instructions: { markdown: text },
        }),
    ],
    [
      'instructions for agents',
      180_000,
      (text) => {
        const leaf = { object: 'leaf', text: '', marks: [] };
        const nodes = text
          .split('\n')
          .map((line) => ({ object: 'text', leaves: [{ ...leaf, text: line }] }))
          .map((line) => ({ object: 'block', type: 'paragraph', nodes: [line] }));
        const instructions = { object: 'document', nodes };
        return send('PUT', `/v1/orgs/${ada.organization}/agent-instructions`, { instructions });
      },
    ],
    [
      'a template',
      500_000,
      async (text) => {
        const changes = [{ operation: 'update_page', page: template.page, document: { markdown: text } }];
        await send('POST', `${template.space.path}/content`, { changes });
        return send('POST', `${space().path}/content/template`, { id: template.space.id });
      },
      someOf('template'),
    ],
    [
      'an archive',
      1_000_000,
      (text) => sendFile(`${space().path}/content/import`, { 'README.md': text }),
      someOf('archive'),
    ],
    [
      'a Git repository',
      1_000_000,
      async (text) => {
        commit(text);
        const { path } = await TestSpace.create(ada);
        await send('POST', `${path}/git/import`, { url: `file://${repository}/.git`, ref: 'HEAD' });
        return ended(`${path}/git/info`, ({ state }) => state !== 'running');
      },
      someOf('git'),
    ],
    [
      'the description of an OpenAPI specification, shown on a page',
      1_000_000,
      async (text) => {
        const slug = 'hostile';
        const source = { text: specification('Hostile', { info: { title: 'A', version: '1', description: text } }) };
        const path = `/v1/orgs/${ada.organization}/openapi/${slug}`;
        await send('PUT', path, { source });
        await ended(path, ({ processingState }) => processingState === 'complete');
        const type = 'builtin:openapi';
        const dependencies = { spec: { ref: { kind: 'openapi', spec: slug } } };
        const computed = { type, props: { doc: 'info', page: 'Info' }, dependencies };
        return send('POST', `${space().path}/content/computed/document`, { source: computed, seed: '1' });
      },
      someOf('openapi'),
    ],
  ];

  /** Waits until the search index has everything that was written. */
  async function indexed(): Promise<number> {
    for (;;) {
      const [row] = await fixture.rows<{ late: number }>(
        `select count(*)::int as late from content.space_head h
         join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
         left join content.indexed_revision i on i.organization_id = h.organization_id and i.space_id = h.space_id
         where i.pages_root is distinct from r.pages_root`,
        [],
      );
      if (row?.late === 0) return 200;
      await sleep(100);
    }
  }

  it.each(carriers)(
    'as %s',
    async (name, bytes, carry, texts = TEXTS) => {
      const offences: Offence[] = [];
      const statuses: number[] = [];
      for (const [number, [what, begin, piece]] of texts.entries()) {
        const text = markdown(begin, piece, bytes * 0.95);
        const request = async (): Promise<number> => {
          const status = await carry(text, number);
          statuses.push(status);
          return status;
        };
        offences.push(...(await hostile.offence(`${name}: ${what}`, request)));
      }
      offences.push(...(await hostile.offence(`${name}: the index for search`, indexed)));
      expect(offences).toEqual([]);
      // The server does not read all of a body that is too large: it may close the connection before the response
      // arrives.
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(statuses.some((status) => status < 300)).toBe(true);
    },
    300_000,
  );
});
