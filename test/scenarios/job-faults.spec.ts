import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { git, repository } from '../contexts/content/exchange/git-fixtures.js';
import { removeScratch } from '../contexts/content/scratch.js';
import { ModelServer, shout } from '../domain/language-model/model-server.js';
import { PdfFile } from '../domain/print/pdf-file.js';
import { specification, TestSource } from '../http/publishing/openapi/openapi-sources.js';
import { QuireProcess } from './support/quire-process.js';

type Json = Record<string, unknown>;

/** A turn of a sync that failed is tried again within two minutes. */
const PATIENCE_MS = 150_000;
const PAGES = 150;
const PRINTED = 25;
const TRANSLATED = 120;

describe('When the server is killed while a job works', () => {
  let model: ModelServer;
  let quire: QuireProcess;
  let organization: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    quire = new QuireProcess({
      QUIRE_GIT_FILE_REMOTES: 'on',
      QUIRE_MODEL_URL: model.url,
      QUIRE_MODEL_NAME: 'small',
      QUIRE_OUTBOUND_ALLOW: '127.0.0.1',
    });
    await quire.start();
    organization = (await quire.call<{ id: string }>('POST', '/orgs', { title: 'Job faults' })).body.id;
  });

  afterAll(async () => {
    await quire.dispose();
    await model.stop();
    await removeScratch();
  });

  const get = async <T = Json>(path: string): Promise<T> => (await quire.call<T>('GET', path)).body;
  const syncOf = (space: string): Promise<Json> => get(`/spaces/${space}/git/sync`);

  async function newSpace(): Promise<string> {
    return (await quire.call<{ id: string }>('POST', `/orgs/${organization}/spaces`, { empty: true })).body.id;
  }

  /** Kills the server and starts it again. */
  async function crash(): Promise<void> {
    await quire.kill();
    await quire.start();
  }

  async function insert(space: string, count: number): Promise<void> {
    for (let from = 0; from < count; from += 50) {
      const numbers = Array.from({ length: Math.min(50, count - from) }, (_, index) => from + index);
      const changes = numbers.map((number) => ({
        operation: 'insert_page',
        title: `Page ${number}`,
        document: { markdown: `Some words of page ${number}.` },
      }));
      expect((await quire.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    }
  }

  /** The number of revisions up to the content of a space. */
  async function generation(space: string): Promise<number> {
    const [row] = await rows<{ generation: number }>(
      `select r.generation from content.space_head h join content.revision r
         on r.organization_id = h.organization_id and r.id = h.revision_id where h.space_id = $1`,
      space,
    );
    return row?.generation ?? -1;
  }

  async function rows<T extends object>(sql: string, space: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
    try {
      return (await client.query<T>(sql, [space])).rows;
    } finally {
      await client.end();
    }
  }

  /** A space that is synchronized in both directions with a repository of many pages. */
  async function follow(): Promise<{ space: string; bare: string; work: string }> {
    const numbers = Array.from({ length: PAGES }, (_, number) => number);
    const summary = numbers.map((number) => `* [Page ${number}](page-${number}.md)\n`).join('');
    const files = numbers.map((number) => [`page-${number}.md`, `# Page ${number}\n\nSome words of page ${number}.\n`]);
    const { bare, work } = await repository({
      'SUMMARY.md': `# Table of contents\n\n${summary}`,
      ...Object.fromEntries(files),
    });
    const space = await newSpace();
    const wanted = { url: `file://${bare}`, ref: 'main', direction: 'both' };
    expect((await quire.call('PUT', `/spaces/${space}/git/sync`, wanted)).status).toBe(200);
    return { space, bare, work };
  }

  const commits = (bare: string): number => Number(git(bare, 'rev-list', '--count', 'main'));
  const inStep = (space: string, bare: string) => async (): Promise<boolean> => {
    const { state, commit } = await syncOf(space);
    return state === 'success' && commit === git(bare, 'rev-parse', 'main');
  };

  async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
    for (const giveUp = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50)) {
      if (Date.now() > giveUp) throw new Error(`Waited for ${what} in vain`);
    }
  }

  it('twice, a sync is not retried and reports so, and the server stays', async () => {
    const { space } = await follow();
    const runs = async (): Promise<boolean> =>
      (await rows(`select from kernel.running_job where payload->>'spaceId' = $1`, space)).length > 0;
    for (const _ of [1, 2]) {
      await until(runs, 'the sync to begin');
      await crash();
    }
    await until(async () => (await syncOf(space))['state'] === 'failure', 'the sync to fail');
    expect((await syncOf(space))['error']).toMatch(/ended twice/);
    expect(await runs()).toBe(false);
  }, 480_000);

  it('a sync from Git is run again, and creates one revision', async () => {
    const { space, bare } = await follow();
    await until(async () => (await syncOf(space))['state'] === 'running', 'the sync to begin');
    await crash();
    await until(inStep(space, bare), 'the sync');
    expect((await get<{ pages: unknown[] }>(`/spaces/${space}/content/pages`)).pages).toHaveLength(PAGES);
    expect([await generation(space), commits(bare)]).toEqual([1, 1]);
  });

  it('a sync to Git is run again, and creates one commit, whenever it is interrupted', async () => {
    const { space, bare } = await follow();
    await until(inStep(space, bare), 'the sync');
    const { pages } = await get<{ pages: { id: string; path: string }[] }>(`/spaces/${space}/content/pages`);
    const before = await generation(space);
    for (const [turn, afterMs] of [20, 250].entries()) {
      const changes = pages.slice(0, 50).map(({ id, path }) => ({
        operation: 'update_page',
        page: id,
        document: { markdown: `Words of turn ${turn} at ${path}.` },
      }));
      expect((await quire.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
      await sleep(afterMs);
      await crash();
      const written = (): boolean => git(bare, 'show', 'main:page-0.md').includes(`turn ${turn}`);
      await until(async () => written() && (await inStep(space, bare)()), 'the commit');
      expect([await generation(space), commits(bare)]).toEqual([before + turn + 1, turn + 2]);
    }
  }, 480_000);

  it('a translation is run again, keeps what was translated, and creates one revision', async () => {
    const space = await newSpace();
    await insert(space, TRANSLATED);
    // The fourth question has no answer until the server is killed: on a busy machine the run might be over before.
    model.reply = (asked, response) => {
      if (model.asked.length < 4) setTimeout(() => shout(asked, response), 100);
    };
    const wanted = { source: { space, language: 'en' }, language: 'de' };
    const created = await quire.call<{ id: string; result: { space: string } }>(
      'POST',
      `/orgs/${organization}/translations`,
      wanted,
    );
    const { id, result } = created.body;
    await until(() => model.asked.length >= 4, 'the model to be asked');
    const [first = ''] = model.segments;
    model.reply = shout;
    await quire.kill();
    // A run may be taken up before the server says that it is ready.
    const before = model.asked.length;
    await quire.start();
    await until(
      async () => (await get(`/orgs/${organization}/translations/${id}`))['status'] === 'completed',
      'the run',
    );
    expect(await get(`/orgs/${organization}/translations/${id}`)).toMatchObject({
      stats: { runs: 1, untranslatedBlocks: 0 },
    });
    const again = model.asked.slice(before).flatMap(({ messages }) => messages.at(-1)?.content ?? '');
    expect(again).not.toEqual([]);
    expect(again.join(' ')).not.toContain(JSON.stringify(first));
    const { pages } = await get<{ pages: { title: string }[] }>(`/spaces/${result.space}/content/pages`);
    expect(pages.map(({ title }) => title)).toEqual(
      Array.from({ length: TRANSLATED }, (_, number) => `PAGE ${number}`),
    );
    expect(await generation(result.space)).toBe(1);
  });

  it.each(['while it is fetched', 'while it is processed'])(
    'a specification is taken up again, and has one version: %s',
    async (moment) => {
      const source = await TestSource.start();
      const path = `/orgs/${organization}/openapi/${moment.replaceAll(' ', '-')}`;
      const large = specification('Large', { 'x-words': 'x'.repeat(8_000_000) });
      let asked = 0;
      source.answers((_request, response) => {
        const isSilent = ++asked === 1 && moment.endsWith('fetched');
        if (!isSilent) response.end(large);
      });
      expect((await quire.call('PUT', path, { source: { url: source.url } })).status).toBe(200);
      await until(() => asked === 1, 'the specification to be fetched');
      if (moment.endsWith('fetched')) expect((await get(path))['processingState']).toBe('progress');
      // It is probably being processed by then; whatever the state, nothing may be lost.
      else await sleep(150);
      await crash();
      await until(async () => (await get(path))['processingState'] === 'complete', 'the run');
      source.stop();
      const spec = await get(path);
      expect(spec).toMatchObject({ lastProcessedErrorCount: 0, lastVersion: expect.any(String) });
      expect((await get<{ items: unknown[] }>(`${path}/versions`)).items).toHaveLength(1);
      const parts = await rows<{ kind: string }>(
        'select distinct kind from publishing.openapi_part where version_id = $1 order by kind',
        String(spec['lastVersion']),
      );
      expect(parts.map(({ kind }) => kind)).toEqual(['content', 'raw']);
    },
    120_000,
  );

  it('a PDF is run again, and exists once', async () => {
    const space = await newSpace();
    await insert(space, PRINTED);
    const asked = quire.call('GET', `/spaces/${space}/pdf`).catch(() => undefined);
    const attempted = async () => rows('select from content.print where space_id = $1 and attempts > 0', space);
    await until(async () => (await attempted()).length > 0, 'the PDF to be begun');
    await crash();
    expect(await asked).toBeUndefined();
    const { status, body } = await quire.call<{ url: string }>('GET', `/spaces/${space}/pdf`);
    expect(status).toBe(200);
    const printed = await fetch(`${quire.url}${new URL(body.url).pathname}`);
    const file = await PdfFile.read(Buffer.from(await printed.arrayBuffer()));
    expect(file.outline).toHaveLength(PRINTED);
    expect(await rows('select state from content.print where space_id = $1', space)).toEqual([{ state: 'done' }]);
  });
});
