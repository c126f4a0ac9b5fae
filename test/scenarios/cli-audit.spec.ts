import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '#testing/test-kernel';
import { Installation, type Ran } from './command-line.js';

jest.setTimeout(180_000);

describe('quire audit', () => {
  let quire: Installation;
  let copy: Installation;
  let client: pg.Client;
  let organization: string;

  beforeAll(async () => {
    [quire, copy] = [await Installation.make(), await Installation.make()];
    await quire.serve();
    client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
    const token = readFileSync(join(quire.dataDir, 'admin-token'), 'utf8').trim();
    const { items } = await quire.json<{ items: [{ id: string }] }>('GET', '/v1/orgs', token);
    organization = items[0].id;
  });

  afterAll(async () => {
    await client.end();
    await quire.remove();
    await copy.remove();
  });

  /** 2,500 entries, one a minute from that time on: two files. */
  async function enter(name: string, at: string): Promise<void> {
    await client.query(
      `insert into organization.audit_event (organization_id, id, occurred_at, action, target_type, target_id, payload)
       select $1, $2 || lpad(n::text, 5, '0'), $3::timestamptz + make_interval(mins => n - 1), 'team.created', 'team', 'x',
         jsonb_build_object('n', n) from generate_series(1, 2500) n`,
      [name, name, at],
    );
  }
  const moved = async (): Promise<number> =>
    (await client.query('select from organization.audit_export')).rowCount ?? 0;
  const ids = ({ out }: Ran): string[] =>
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: string }).id);

  it('says that no entry was moved to a file yet', async () => {
    expect(await quire.run('audit', 'exports')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('No entry was moved to a file yet'),
    });
    expect(await quire.run('audit', 'read', organization)).toMatchObject({ code: 0, out: '' });
  });

  it('lists the files of each organization and of the server, in the order of their entries', async () => {
    await enter(organization, '2020-01-01T00:00:00Z');
    await enter('quire', '2020-02-01T00:00:00Z');
    await client.query(`select graphile_worker.add_job('organization.export-audit')`);
    await until(async () => (await moved()) === 4);
    const { code, out } = await quire.run('audit', 'exports');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.split('  ').slice(0, 4)).sort()).toEqual(
      [
        [organization, '2020-01-01T00:00:00.000Z', '2020-01-02T09:19:00.000Z', '2000 entries'],
        [organization, '2020-01-02T09:20:00.000Z', '2020-01-02T17:39:00.000Z', '500 entries'],
        ['quire', '2020-02-01T00:00:00.000Z', '2020-02-02T09:19:00.000Z', '2000 entries'],
        ['quire', '2020-02-02T09:20:00.000Z', '2020-02-02T17:39:00.000Z', '500 entries'],
      ].sort(),
    );
    for (const line of lines) {
      const name = line.split('  ').at(-1) ?? '';
      expect(readFileSync(join(quire.dataDir, 'blobs', name)).length).toBeGreaterThan(1_000);
    }
    expect((await quire.run('audit', 'exports', 'quire')).out.trimEnd().split('\n')).toEqual(
      lines.filter((line) => line.startsWith('quire')),
    );
  });

  it('reads the entries of one organization, within the times that are given', async () => {
    expect(ids(await quire.run('audit', 'read', organization))).toHaveLength(2_500);
    const range = ['--from', '2020-01-02T09:18:00Z', '--to', '2020-01-02T09:21:00Z'];
    expect(ids(await quire.run('audit', 'read', organization, ...range))).toEqual(
      ['01999', '02000', '02001', '02002'].map((n) => organization + n),
    );
    expect(ids(await quire.run('audit', 'read', 'quire', ...range))).toEqual([]);
    expect(await quire.run('audit', 'read', organization, '--from', 'yesterday')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--from takes a time'),
    });
  });

  it('and from a restored backup the same', async () => {
    const archive = join(quire.dataDir, 'backup.zip');
    expect(await quire.run('backup', archive)).toMatchObject({ code: 0 });
    expect(await copy.run('restore', archive)).toMatchObject({ code: 0 });
    for (const trail of [organization, 'quire'])
      expect((await copy.run('audit', 'read', trail)).out).toBe((await quire.run('audit', 'read', trail)).out);
  });

  it('refuses a file that is not what was recorded, and names it', async () => {
    const { out } = await copy.run('audit', 'exports', 'quire');
    const name = out.split('\n')[0]?.split('  ').at(-1) ?? '';
    const file = join(copy.dataDir, 'blobs', name);
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(file, bytes);
    const ran = await copy.run('audit', 'read', 'quire');
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining(name.split('/').at(-1) ?? '?') });
    expect(readdirSync(join(copy.dataDir, 'blobs', organization)).length).toBeGreaterThan(0);
    expect(ids(await copy.run('audit', 'read', organization))).toHaveLength(2_500);
  });
});
