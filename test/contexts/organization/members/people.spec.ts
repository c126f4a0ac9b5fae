import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import {
  CallerOfUser,
  CreateOrganization,
  CreateToken,
  CreateUser,
  EnsureAdministrator,
  GetOrganization,
  ListOrganizations,
  UserByEmail,
  UsersByIds,
} from '#organization';
import { TestServer } from '#testing/test-server';

describe('people', () => {
  const SECRET = 'quire_the-first-administrators-token';

  let server: TestServer;
  let run: TestServer['dispatcher']['run'];
  let ask: TestServer['dispatcher']['ask'];

  beforeAll(async () => {
    server = await TestServer.shared();
    run = (command) => server.dispatcher.run(command);
    ask = (query) => server.dispatcher.ask(query);
  });

  afterAll(() => server.stop());

  describe('the first start', () => {
    it('creates one administrator with one token, however many processes start at once', async () => {
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => run(new EnsureAdministrator(() => SECRET))));
      expect(new Set(outcomes.map(({ userId }) => userId)).size).toBe(1);
      expect(outcomes.filter(({ created }) => created)).toHaveLength(1);
      expect(await server.rows('select 1 from organization.token')).toHaveLength(1);
      const caller = await server.app.get(Callers).byToken(SECRET);
      expect(caller?.userId).toBe(outcomes[0]?.userId);
    });

    it('that is repeated creates no other token, even when the first was revoked', async () => {
      const { userId, created } = await run(new EnsureAdministrator(() => `${SECRET}-2`));
      expect(created).toBe(false);
      expect((await server.app.get(Callers).byToken(SECRET))?.userId).toBe(userId);
      expect(await server.app.get(Callers).byToken(`${SECRET}-2`)).toBeUndefined();
      await server.rows('delete from organization.token');
      await run(new EnsureAdministrator(() => SECRET));
      expect(await server.rows('select 1 from organization.token')).toEqual([]);
    });
  });

  describe('users', () => {
    it('are found by their e-mail address in any case, and by id', async () => {
      const id = await run(new CreateUser('Grace@Example.com', 'Grace'));
      expect(await ask(new UserByEmail('GRACE@example.COM'))).toBe(id);
      expect(await ask(new UserByEmail('nobody@example.com'))).toBeUndefined();
      const users = await ask(new UsersByIds([id, 'unknown']));
      expect([...users.keys()]).toEqual([id]);
      expect(users.get(id)).toMatchObject({ displayName: 'Grace', email: 'grace@example.com' });
    });

    it('have unique addresses, also when two are created at once', async () => {
      const create = () => run(new CreateUser('twin@example.com', 'Twin'));
      const results = await Promise.allSettled([create(), create(), create()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(create()).rejects.toThrow(Conflict);
      expect(await server.rows(`select 1 from organization."user" where email = 'twin@example.com'`)).toHaveLength(1);
    });

    it('that break a rule leave nothing behind', async () => {
      await expect(run(new CreateUser('no address', 'X'))).rejects.toThrow(Invalid);
      await expect(run(new CreateToken('nobody', 'Label'))).rejects.toThrow(new NotFound('User not found'));
    });
  });

  describe('organizations', () => {
    it('are created with their first administrator and an event, in one transaction', async () => {
      const user = await run(new CreateUser('founder@example.com', 'Founder'));
      const organization = await run(new CreateOrganization(user, 'Founded', ['example.com']));
      const caller = await server.caller(user);
      expect([...caller.roles]).toEqual([[organization, 'admin']]);
      expect(await ask(new GetOrganization(caller, organization))).toMatchObject({ title: 'Founded' });
      const events = await server.rows<{ name: string }>('select name from public.event where organization_id = $1', [
        organization,
      ]);
      expect(events).toEqual([{ name: 'organization.organization-created' }, { name: 'kernel.audited' }]);
    });

    it('are shown to members only', async () => {
      const { organization } = await server.administrator('Private');
      const stranger = await server.caller((await server.user()).id);
      await expect(ask(new GetOrganization(stranger, organization))).rejects.toThrow(NotFound);
      expect((await ask(new ListOrganizations(stranger, { limit: 50 }))).items).toEqual([]);
      const guest = await server.caller((await server.member(organization, null)).id);
      expect((await ask(new ListOrganizations(guest, { limit: 50 }))).items).toMatchObject([{ id: organization }]);
    });

    it('of an unknown user are undefined', async () => {
      expect(await ask(new CallerOfUser('nobody'))).toBeUndefined();
    });
  });
});
