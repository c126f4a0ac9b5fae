import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { publication, tinyPicture } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

const DAY = 86_400_000;

describe('what grows is bounded', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({
      env: {
        QUIRE_KEEP_SPEC_VERSIONS: '3',
        QUIRE_KEEP_INTEGRATION_VERSIONS: '3',
        QUIRE_KEEP_DELETED_SPACE_DAYS: '2',
        QUIRE_KEEP_INSIGHT_DAYS: 'forever',
      },
    });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.reset();
    ada = await server.administrator();
  });

  describe('versions of OpenAPI specifications', () => {
    /** A specification with a version a day, the last one in an hour: none is just as old as what is kept. */
    async function specification(slug: string, versions: number, latest = versions): Promise<string> {
      const path = `/v1/orgs/${ada.organization}/openapi`;
      const info = { title: slug, version: '1' };
      const source = { text: JSON.stringify({ openapi: '3.1.0', info, paths: {} }) };
      const { id } = (await ada.api.post(path, { slug, source })).body;
      await server.rows(
        `insert into publishing.openapi_version (organization_id, spec_id, id, content_hash, format, outline,
           content_bytes, raw_bytes, created_at)
         select $1, $2, 'v' || lpad(n::text, 3, '0'), n::text, 'json', '{}', 2, 2, $4::timestamptz - make_interval(days => $3 - n, hours => -1)
         from generate_series(1, $3::int) n`,
        [ada.organization, id, versions, server.clock.now()],
      );
      await server.rows(
        `insert into publishing.openapi_part (organization_id, spec_id, version_id, kind, seq, text)
         select organization_id, spec_id, id, 'raw', 1, '{}' from publishing.openapi_version where spec_id = $1`,
        [id],
      );
      await server.rows(
        `update publishing.openapi_spec set last_version_id = 'v' || lpad($2::text, 3, '0') where id = $1`,
        [id, String(latest)],
      );
      return String(id);
    }
    const left = async (spec: string): Promise<number[]> =>
      (
        await server.rows<{ n: number }>(
          `select substr(id, 2)::int as n from publishing.openapi_version where spec_id = $1 order by id`,
          [spec],
        )
      ).map(({ n }) => n);

    it('are erased beyond the newest, those of the last week kept', async () => {
      const spec = await specification('daily', 60);
      await server.runJob('publishing.purge-openapi-versions');
      // With one a day the last week has more than the three that are kept.
      expect(await left(spec)).toEqual([53, 54, 55, 56, 57, 58, 59, 60]);
      server.clock.advance(30 * DAY);
      await server.runJob('publishing.purge-openapi-versions');
      expect(await left(spec)).toEqual([58, 59, 60]);
      const parts = await server.rows('select from publishing.openapi_part where spec_id = $1', [spec]);
      expect(parts).toHaveLength(3);
    });

    it('are kept where they are few, and the one that is shown in any case', async () => {
      const [few, shown] = [await specification('few', 3), await specification('shown', 130, 2)];
      server.clock.advance(200 * DAY);
      await server.runJob('publishing.purge-openapi-versions');
      expect(await left(few)).toEqual([1, 2, 3]);
      expect(await left(shown)).toEqual([2, 128, 129, 130]);
    });

    it('are erased once by two processes at the same time', async () => {
      const spec = await specification('twice', 220);
      server.clock.advance(30 * DAY);
      const other = await TestServer.start({
        databaseUrl: server.databaseUrl,
        env: { QUIRE_KEEP_SPEC_VERSIONS: '3' },
      });
      try {
        other.clock.advance(30 * DAY);
        await Promise.all([server, other].map((process) => process.runJob('publishing.purge-openapi-versions')));
        expect(await left(spec)).toEqual([218, 219, 220]);
      } finally {
        await other.stop();
      }
    });
  });

  describe('versions of integrations', () => {
    const icon = (n: number): string => tinyPicture([n, n, n]);
    const publish = async (name: string, n: number, color = n, previewImages: string[] = []): Promise<Json> => {
      const more = { title: `Version ${n}`, icon: icon(color), previewImages };
      const { status, body } = await ada.api.post(`/v1/integrations/${name}`, publication(ada.organization, more));
      expect([status, body.version]).toEqual([200, n]);
      return body;
    };
    /** One a day, the last one an hour younger than a whole number of days. */
    async function daily(name: string, versions: number): Promise<Json[]> {
      const published: Json[] = [];
      for (let n = 1; n <= versions; n++) {
        if (n > 1) server.clock.advance(DAY);
        published.push(await publish(name, n));
      }
      return published;
    }
    const left = async (name: string): Promise<number[]> =>
      (
        await server.rows<{ release: number }>(
          `select v.release from integrations.integration_version v
           join integrations.integration i on i.organization_id = v.organization_id and i.id = v.integration_id
           where i.name = $1 order by 1`,
          [name],
        )
      ).map(({ release }) => release);
    const pathOf = (address: string): string => new URL(address).pathname;
    const served = async (integration: Json): Promise<number> =>
      (await server.app.inject({ url: pathOf(String(integration['urls'].icon)) })).statusCode;
    const purge = (): Promise<void> => server.runJob('integrations.purge-versions');

    it('are erased beyond the newest with pictures that no other has, those of the last week kept', async () => {
      const published = await daily('daily', 12);
      server.clock.advance(3_600_000);
      await purge();
      expect(await left('daily')).toEqual([6, 7, 8, 9, 10, 11, 12]);
      published.push(await publish('daily', 13, 2, [icon(3)]));
      server.clock.advance(30 * DAY);
      await purge();
      expect(await left('daily')).toEqual([11, 12, 13]);
      const shown = await Promise.all(published.map(served));
      expect(shown.flatMap((status, at) => (status === 200 ? [at + 1] : []))).toEqual([2, 3, 11, 12, 13]);
      expect(new Set(shown)).toEqual(new Set([200, 404]));
      expect((await ada.api.get('/v1/integrations/daily')).body).toMatchObject({ version: 13, title: 'Version 13' });
    });

    it('are kept where they are few', async () => {
      await daily('few', 3);
      server.clock.advance(200 * DAY);
      await purge();
      expect(await left('few')).toEqual([1, 2, 3]);
    });

    it('leave a picture that a publish under way uses again', async () => {
      const [first] = await daily('again', 5);
      server.clock.advance(30 * DAY);
      const client = await server.pool.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query(
          `update integrations.integration set release = 6 where name = 'again' returning organization_id, id`,
        );
        const place = [rows[0].organization_id, rows[0].id];
        const purged = purge();
        await client.query(
          `insert into integrations.integration_version
           select organization_id, integration_id, 6, manifest, script, script_sha256, secrets_sealed, published_by, now()
           from integrations.integration_version where organization_id = $1 and integration_id = $2 and release = 1`,
          place,
        );
        await expect(Promise.race([purged, sleep(500, 'waits')])).resolves.toBe('waits');
        await client.query('commit');
        await purged;
      } finally {
        client.release(true);
      }
      expect(await left('again')).toEqual([4, 5, 6]);
      expect(await served(first!)).toBe(200);
    });
  });

  describe('parked jobs', () => {
    const park = async (name: string, payload: object): Promise<void> => {
      await server.rows(`select graphile_worker.add_job($1, $2::json, run_at => now() + interval '1 day')`, [
        name,
        JSON.stringify(payload),
      ]);
      await server.rows('update graphile_worker._private_jobs set attempts = max_attempts where payload::text = $1', [
        JSON.stringify(payload),
      ]);
    };
    const parked = async (): Promise<string[]> =>
      (
        await server.rows<{ n: string }>(
          `select payload ->> 'n' as n from graphile_worker._private_jobs where payload ->> 'n' like 'n%' order by 1`,
        )
      ).map(({ n }) => n);

    it('are erased after 90 days, unless they would write the audit trail', async () => {
      await park('content.purge-prints', { n: 'n1' });
      await park('organization.keep-audit-event', { n: 'n2' });
      await server.rows(
        `select graphile_worker.add_job('content.purge-prints', '{"n":"n3"}', run_at => now() + interval '1 day')`,
      );
      await server.rows(
        `insert into kernel.fatal_job (key, task, payload, ends, parked_at) values
           ('old', 'content.purge-prints', '{}', 2, now()), ('new', 'content.purge-prints', '{}', 2, now() + interval '80 days')`,
      );
      server.clock.advance(89 * DAY);
      await server.runJob('kernel.purge-parked-jobs');
      expect(await parked()).toEqual(['n1', 'n2', 'n3']);
      server.clock.advance(2 * DAY);
      await server.runJob('kernel.purge-parked-jobs');
      expect(await parked()).toEqual(['n2', 'n3']);
      expect(await server.rows('select key from kernel.fatal_job')).toEqual([{ key: 'new' }]);
    });
  });

  it('a deleted space can be restored for as long as is set, and is purged then', async () => {
    const [early, late] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    for (const space of [early, late]) expect((await ada.api.delete(space.path)).status).toBeLessThan(300);
    server.clock.advance(2 * DAY - 60_000);
    await server.runJob('content.purge-spaces');
    expect((await ada.api.post(`${early.path}/restore`, {})).status).toBe(200);
    server.clock.advance(120_000);
    const { status, body } = await ada.api.post(`${late.path}/restore`, {});
    expect([status, body.error.message]).toEqual([409, 'A space can be restored for 2 days after it was deleted']);
    await server.runJob('content.purge-spaces');
    expect(await server.rows('select id from content.space where organization_id = $1', [ada.organization])).toEqual([
      { id: early.id },
    ]);
  });

  it('and nothing of a kind is erased that is kept for ever', async () => {
    const [{ id: site }] = [(await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs' })).body];
    await server.rows(
      `insert into publishing.insight_event (organization_id, site_id, occurred_at, id, number, type, context, device)
       values ($1, $2, now() - interval '50 years', 'x', 1, 'page_view', 'web', 'desktop')`,
      [ada.organization, site],
    );
    await server.runJob('publishing.purge-insights');
    expect(await server.rows('select from publishing.insight_event where site_id = $1', [site])).toHaveLength(1);
  });

  it('the jobs that bound it note when they come to their end', async () => {
    await server.rows(`update kernel.bounding_run set ended_at = now() - interval '3 days'`);
    await server.runJob('content.purge-prints');
    expect(
      await server.rows(
        `select job from kernel.bounding_run where ended_at > now() - interval '1 minute' and first_at <= ended_at`,
      ),
    ).toEqual([{ job: 'content.purge-prints' }]);
  });
});
