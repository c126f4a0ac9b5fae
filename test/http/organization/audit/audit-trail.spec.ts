import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { AUDIT_ACTIONS } from '../../../../src/app.module.js';
import { OpenSession } from '../../../../src/organization/sign-in/application/session/open-session.js';

describe('audit trail', () => {
  interface Event {
    id: string;
    action: string;
    occurredAt: string;
    source: string;
    actor: { type: string; id: string; label: string };
    target: { type: string; id: string; label?: string };
  }

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let trail: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    trail = `/v1/orgs/${ada.organization}/audit-events`;
  });
  afterAll(() => server.stop());

  async function events(query = ''): Promise<Event[]> {
    await server.drain();
    return (await ada.api.get(`${trail}${query}`)).body.items as unknown as Event[];
  }

  describe('the audit trail', () => {
    it('lists who did what to what, from where and in which request, the newest first', async () => {
      const headers = { 'x-request-id': 'request-of-ada' };
      const { body: token } = await ada.api.post('/v1/user/tokens', { label: 'Build' }, { headers });
      await ada.api.delete(`/v1/user/tokens/${token.id}`);
      const [revoked, created] = await events();
      expect(revoked).toMatchObject({ action: 'token.revoked', target: { type: 'token', id: token.id } });
      expect(created).toMatchObject({
        action: 'token.created',
        source: 'api',
        actor: { type: 'user', id: ada.id, label: expect.stringMatching(/\w/) },
        target: { type: 'token', id: token.id, label: 'Build' },
      });
      const { body } = await ada.api.get(`${trail}/${created?.id}`);
      expect(body).toMatchObject({
        ...created,
        correlationId: 'request-of-ada',
        address: '127.0.0.1',
        schemaVersion: 1,
      });
      expect(JSON.stringify(body)).not.toContain(token.token);
    });

    it('contains every sign-in, and marks actions in a browser as `ui`', async () => {
      const { secret } = await server.dispatcher.run(new OpenSession(ada.id, { kind: 'password' }));
      const headers = { cookie: `quire_session=${secret}`, 'sec-fetch-site': 'same-origin' };
      await server.anonymous.post('/v1/user/tokens', { label: 'By hand' }, { headers });
      const [made, signedIn] = await events();
      expect(made).toMatchObject({ action: 'token.created', source: 'ui' });
      expect(signedIn).toMatchObject({ action: 'user.signed-in', actor: { id: ada.id }, target: { id: ada.id } });
    });

    it('is read in pages, and filtered by action, actor, target and time', async () => {
      const { body: token } = await ada.api.post('/v1/user/tokens', { label: 'One' });
      const all = await events('?limit=1000');
      const first = await ada.api.get(`${trail}?limit=2`);
      const second = await ada.api.get(`${trail}?limit=1000&page=${first.body.next.page}`);
      expect([...first.body.items, ...second.body.items]).toEqual(all);
      expect((await events(`?target=${token.id}`)).map(({ action }) => action)).toEqual(['token.created']);
      expect(await events('?actor=nobody')).toEqual([]);
      expect(await events(`?actor=${ada.id}&limit=1000`)).toEqual(all);
      expect((await events('?action=user.signed-in')).every(({ action }) => action === 'user.signed-in')).toBe(true);
      server.clock.advance(60_000);
      const from = server.clock.now().toISOString();
      await ada.api.post('/v1/user/tokens', { label: 'Later' });
      expect((await events(`?from=${from}`)).map(({ target }) => target.label)).toEqual(['Later']);
      expect((await events(`?to=${all[0]?.occurredAt}&limit=1000`)).map(({ id }) => id)).toEqual(
        all.map(({ id }) => id),
      );
      expect((await ada.api.get(`${trail}?from=yesterday`)).status).toBe(400);
    });

    it('rejects every change of its rows in the database', async () => {
      await events();
      for (const statement of [
        'update organization.audit_event set action = $$x$$',
        'delete from organization.audit_event',
        'truncate organization.audit_event',
      ]) {
        await expect(server.pool.query(statement)).rejects.toThrow('takes no changes');
      }
    });

    it('is for administrators of the organization only', async () => {
      const paths = [trail, `${trail}/nothing`, `/v1/orgs/${ada.organization}/audit-event-actions`];
      const stranger = await server.administrator();
      const reader = await server.member(ada.organization, 'create');
      for (const path of paths) {
        expect([path, (await stranger.api.get(path)).status]).toEqual([path, 404]);
        expect([path, (await reader.api.get(path)).status]).toEqual([path, 403]);
      }
      expect((await ada.api.get(`${trail}/nothing`)).status).toBe(404);
    });

    it('knows the names of its actions', async () => {
      const { body } = await ada.api.get(`/v1/orgs/${ada.organization}/audit-event-actions`);
      const names = (body.items as { id: string }[]).map(({ id }) => id);
      expect(names).toEqual(Object.keys(AUDIT_ACTIONS.labels));
      for (const { action } of await events('?limit=1000')) expect(names).toContain(action);
    });
  });
});
