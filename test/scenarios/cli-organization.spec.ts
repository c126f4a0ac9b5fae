import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation } from './command-line.js';

const PATIENCE_MS = 20_000;

interface Made {
  id: string;
  urls?: Record<string, string>;
}

describe('quire organization delete', () => {
  let quire: Installation;
  let client: pg.Client;
  let token: string;
  let organization: string;
  let space: string;
  let publishedUrl: string;

  beforeAll(async () => {
    quire = await Installation.make();
    await quire.serve();
    token = (await quire.run('user', 'create', '--email', 'ada@example.com', '--name', 'Ada')).out.trim();
    const post = (path: string, body: object) => quire.json<Made>('POST', path, token, body);
    organization = (await post('/v1/orgs', { title: 'Winding up' })).id;
    await quire.json('PATCH', `/v1/orgs/${organization}`, token, { hostname: 'winding-up' });
    space = (await post(`/v1/orgs/${organization}/spaces`, { title: 'Handbook', empty: true })).id;
    const file = { name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('a file').toString('base64') };
    await post(`/v1/spaces/${space}/content`, { changes: [{ operation: 'insert_files', files: [file] }] });
    await post(`/v1/orgs/${organization}/conversations`, {
      id: 'one',
      parts: [{ type: 'message', role: 'user', body: 'Hi' }],
    });
    const site = await post(`/v1/orgs/${organization}/sites`, { title: 'Docs', spaces: [space] });
    publishedUrl = (await post(`/v1/orgs/${organization}/sites/${site.id}/publish`, {})).urls?.['published'] ?? '';
    client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
  }, 120_000);

  afterAll(async () => {
    await client.end();
    await quire.remove();
  });

  const member = async () => (await quire.get(`/v1/spaces/${space}`, token)).status;
  const visitor = async () => {
    const body = JSON.stringify({ url: publishedUrl });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${quire.url}/v1/urls/published`, { method: 'POST', headers, body })).status;
  };

  async function within(holds: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) if (await holds()) return true;
    return false;
  }

  it('says what would go, and deletes nothing without --yes', async () => {
    const { code, out, err } = await quire.run('organization', 'delete', 'Winding-Up');
    expect(code).toBe(2);
    expect(out.trimEnd().split('\n')).toEqual([
      `organization   ${organization}  Winding up  winding-up`,
      'members        1',
      'spaces         1',
      'sites          1',
      'conversations  1',
      'files          1, 6 B',
    ]);
    expect(err).toContain('Add --yes');
    expect([await member(), await visitor()]).toEqual([200, 200]);
  });

  it.each([
    ['an organization that is not there', ['nowhere', '--yes'], 1, /no organization with the id or hostname nowhere/],
    ['no organization', ['--yes'], 2, /missing required argument/],
  ])('refuses %s', async (_, args, code, message) => {
    const ran = await quire.run('organization', 'delete', ...args);
    expect(ran).toMatchObject({ code, out: '', err: expect.stringMatching(message) });
  });

  it('refuses the organization of the server', async () => {
    await client.query(
      `insert into organization.organization select r.* from organization.organization o,
         jsonb_populate_record(o, '{"id": "quire", "organization_id": "quire", "hostname": null}') r
       where o.id = $1 on conflict do nothing`,
      [organization],
    );
    const { code, err } = await quire.run('organization', 'delete', 'quire', '--yes');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('of the server itself') });
  });

  it('deletes it in a server that runs, at once for members and visitors', async () => {
    // Files would go two hours after the first start.
    expect(await quire.run('storage', 'claim', '--yes')).toMatchObject({ code: 0 });
    expect(await quire.run('organization', 'delete', organization, '--yes')).toMatchObject({ code: 0 });
    const unreachable = async () => (await member()) === 404 && (await visitor()) === 404;
    expect(await within(unreachable, 1_000)).toBe(true);
  });

  it('has the server delete the rest', async () => {
    const purged = async () => {
      const { rows } = await client.query(
        'select from content.node where organization_id = $1 union all select from organization.audit_event where organization_id = $1',
        [organization],
      );
      return rows.length === 0 && !existsSync(join(quire.dataDir, 'blobs', organization));
    };
    expect(await within(purged, PATIENCE_MS)).toBe(true);
    expect((await quire.run('jobs')).err).toContain('No job is parked');
  });

  it('leaves the user, who knows no organization any more', async () => {
    expect(await quire.json<{ items: unknown[] }>('GET', '/v1/orgs', token)).toMatchObject({ items: [] });
  });
});
