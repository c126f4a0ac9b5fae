import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import { PURGE_ORGANIZATION } from '#kernel/application/organization-deletion';
import { Settings } from '#kernel/infrastructure/settings';
import { JOB_TABLE } from '#library-internals';
import { CreateToken, DeleteOrganization, SERVER_ORGANIZATION } from '#organization';
import type { ApiClient } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { ScriptTokens } from '../../../../src/integrations/tokens/domain/script-tokens.js';
import { makeRecords, type Records } from '../../authorization/records.js';
import { BytesInStore } from '../../../contexts/content/revisions/bytes-in-store.js';
import { printing } from '../../content/printing/printing.js';
import { OF_THE_CALLER } from '../../of-the-caller.js';
import { TestSite } from '../../publishing/visits/visits.js';
import { RowsOfOrganizations } from './rows-of-organizations.js';

type Owner = TestUser & { organization: string };

describe('an organization that is deleted', () => {
  const operations = operationsOf(readApiDocument())
    .map((described) => [described.operation.operationId, described] as const)
    .filter(([id]) => !OF_THE_CALLER.includes(id));

  let server: TestServer;
  let endPrinting: () => Promise<void>;
  let rows: RowsOfOrganizations;
  let gone: Owner;
  let other: Owner;
  let records: Records;
  let otherRecords: Records;
  let before: Record<string, number>;
  let fileUrl: string;
  let publishedUrl: string;
  let visitor: ApiClient;
  let script: ApiClient;

  beforeAll(async () => {
    server = await TestServer.shared();
    endPrinting = printing(server);
    await BytesInStore.own(server);
    rows = await RowsOfOrganizations.of(server);
    [gone, other] = [await server.administrator(), await server.administrator()];
    records = await makeRecords(server, gone, []);
    otherRecords = await makeRecords(server, other, []);
    const { ids } = records;
    fileUrl = await fileOf(gone.api, ids);
    const site = TestSite.at(server, gone, ids['siteId'] ?? '');
    publishedUrl = await site.root();
    visitor = (await site.visit()).api;
    script = server.as(await scriptToken(ids));
    expect((await gone.api.get(`/v1/spaces/${ids['spaceId']}/pdf`)).status).toBe(200);
    expect((await other.api.get(`/v1/spaces/${otherRecords.ids['spaceId']}/pdf`)).status).toBe(200);
    await bindToOrganization(gone);
    await bindToOrganization(other);
    await work();
    for (const { organization } of [gone, other]) await rows.fill(organization);
    before = await rows.counts(other.organization);
  }, 120_000);

  afterAll(async () => {
    await endPrinting();
    await server.stop();
  });

  /** A token and a session that reach this organization alone. */
  async function bindToOrganization({ id, organization }: Owner): Promise<void> {
    await server.dispatcher.run(new CreateToken(id, 'Bound', { confinedTo: organization }));
    await server.rows(
      `insert into organization.session (id, version, user_id, hash, sso_organization, created_at, expires_at)
       values ('session-' || $1, 1, $1, 'session-' || $1, $2, now(), now() + interval '1 day')`,
      [id, organization],
    );
  }

  async function fileOf(api: ApiClient, ids: Record<string, string>): Promise<string> {
    const { body } = await api.get(`/v1/spaces/${ids['spaceId']}/content/files/${ids['fileId']}`);
    return new URL(String(body['downloadURL'])).pathname;
  }

  async function scriptToken({ installationId = '', integrationName = '' }: Record<string, string>): Promise<string> {
    const [integration] = await server.rows<{ id: string }>('select id from integrations.integration where name = $1', [
      integrationName,
    ]);
    const identity = {
      integrationId: integration?.id ?? '',
      installation: { id: installationId, organizationId: gone.organization },
      depth: 0,
    };
    return server.app.get(ScriptTokens, { strict: false }).mint(identity, server.clock.now());
  }

  /** Runs reactions and jobs until there are none. */
  async function work(): Promise<string[]> {
    const ran: string[] = [];
    for (let some = ['']; some.length > 0; ran.push(...some)) {
      await server.drain();
      some = await server.runJobs();
    }
    return ran;
  }

  function send(api: ApiClient, { method, path, operation }: Described, ids: Record<string, string>) {
    const { url, request } = requestFor(path, operation, ids);
    return api.send(method.toUpperCase(), url, request);
  }

  const remove = () => server.dispatcher.run(new DeleteOrganization(gone.organization));

  it('has, in this test, rows in every table that has rows of organizations', async () => {
    for (const { organization } of [gone, other]) {
      const counts = await rows.counts(organization);
      // A trigger turns what is written there into jobs.
      expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual(['kernel.outbox']);
    }
  });

  it('was reached by its members, visitors, scripts and addresses', async () => {
    const { ids } = records;
    expect((await gone.api.get(`/v1/orgs/${gone.organization}`)).status).toBe(200);
    expect((await visitor.get(`/v1/spaces/${ids['spaceId']}`)).status).toBe(200);
    expect((await script.get(`/v1/integrations/${ids['integrationName']}`)).status).toBe(200);
    expect((await server.anonymous.get(fileUrl)).status).toBe(200);
    expect((await server.anonymous.post('/v1/urls/published', { url: publishedUrl })).status).toBe(200);
  });

  it('is refused for that of the server, for an unknown one, and while others use its integrations', async () => {
    const { dispatcher } = server;
    await expect(dispatcher.run(new DeleteOrganization('nothing'))).rejects.toThrow('Organization not found');
    const name = 'installed-elsewhere';
    const published = await gone.api.post(
      `/v1/integrations/${name}`,
      publication(gone.organization, { visibility: 'public' }),
    );
    expect(published.status).toBe(200);
    const installed = await other.api.post(`/v1/integrations/${name}/installations`, {
      organization: other.organization,
    });
    expect(installed.status).toBe(201);
    await expect(remove()).rejects.toThrow(`Other organizations have integrations of this one installed: ${name} (1)`);
    expect((await gone.api.get(`/v1/orgs/${gone.organization}`)).status).toBe(200);
    expect((await gone.api.delete(`/v1/integrations/${name}`)).status).toBe(204);
    await work();
    before = await rows.counts(other.organization);
  });

  it('is reached by no caller from then on', async () => {
    await remove();
    const { ids } = records;
    expect((await visitor.get(`/v1/spaces/${ids['spaceId']}`)).status).toBe(401);
    expect((await script.get(`/v1/integrations/${ids['integrationName']}`)).status).toBe(401);
    expect((await server.anonymous.get(fileUrl)).status).toBe(404);
    expect((await server.anonymous.post('/v1/urls/published', { url: publishedUrl })).status).toBe(404);
    expect((await records.themselves.api.get('/v1/orgs')).body.items).toEqual([]);
  });

  it.each(operations)('%s answers its former administrator as for what was never there', async (_, described) => {
    const { status } = await send(gone.api, described, records.ids);
    expect(status).toBe(described.method === 'delete' ? 204 : 404);
  });

  it('leaves its users, who belong to no organization or to others', async () => {
    expect((await gone.api.get('/v1/user')).body['id']).toBe(gone.id);
    expect((await gone.api.get('/v1/orgs')).body.items).toEqual([]);
  });

  onOneServer(it, 'triggers of the test on tables whose rows are on nodes')(
    'is purged while two workers do so at once, and one is cut off',
    async () => {
      const payload = { organizationId: gone.organization, round: 0, turn: 0 };
      await server.rows(`create function public.refuse() returns trigger language plpgsql as
      $body$ begin raise exception 'cut off'; end $body$`);
      await server.rows(
        'create trigger refuse before delete on content.node for each row execute function public.refuse()',
      );
      await expect(server.runJob(PURGE_ORGANIZATION, payload)).rejects.toThrow('cut off');
      await server.rows('drop trigger refuse on content.node; drop function public.refuse');
      await Promise.all([1, 2].map(() => server.runJob(PURGE_ORGANIZATION, payload)));
      const counts = await rows.counts(gone.organization);
      expect(Object.keys(counts).filter((table) => counts[table] !== 0)).toEqual([]);
    },
  );

  it('has no row left in any table, and no job fails', async () => {
    expect(await work()).toEqual(expect.arrayContaining([PURGE_ORGANIZATION, PURGE_ORGANIZATION, PURGE_ORGANIZATION]));
    // The trail of the server says that it was deleted.
    expect(await rows.naming(gone.organization)).toEqual(['organization.audit_event']);
    expect(
      await server.rows(
        `select organization_id, action, target_id, target_label from organization.audit_event
         where strpos(audit_event::text, $1) > 0`,
        [gone.organization],
      ),
    ).toEqual([
      {
        organization_id: SERVER_ORGANIZATION,
        action: 'organization.deleted',
        target_id: gone.organization,
        target_label: null,
      },
    ]);
    expect(
      await server.rows(`select payload from ${JOB_TABLE} where strpos(payload::text, $1) > 0`, [gone.organization]),
    ).toEqual([]);
  });

  it('has no file left', () => {
    const folder = (organization: string) => join(server.app.get(Settings).dataDir, 'blobs', organization);
    expect([existsSync(folder(gone.organization)), existsSync(folder(other.organization))]).toEqual([false, true]);
  });

  it('takes nothing of another organization with it', async () => {
    expect(await rows.counts(other.organization)).toEqual(before);
    const { ids } = otherRecords;
    expect((await other.api.get(`/v1/spaces/${ids['spaceId']}`)).status).toBe(200);
    expect(await rows.naming(other.organization)).toEqual(
      expect.arrayContaining(['organization.session', 'organization.token']),
    );
    expect((await server.anonymous.get(await fileOf(other.api, ids))).status).toBe(200);
  });

  it('is noticed in a column of any name', async () => {
    await server.rows('create table content.canary (id text primary key, organization text)');
    try {
      await server.rows(`insert into content.canary values ('1', $1)`, [gone.organization]);
      expect(await rows.naming(gone.organization)).toContain('content.canary');
    } finally {
      await server.rows('drop table content.canary');
    }
  });

  it('keeps its trail as it is as long as it exists', async () => {
    const statement = 'delete from organization.audit_event where organization_id = $1';
    await expect(server.rows(statement, [other.organization])).rejects.toThrow('takes no changes');
    await expect(server.rows(statement, [SERVER_ORGANIZATION])).rejects.toThrow('takes no changes');
  });
});
