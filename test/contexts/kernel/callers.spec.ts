import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { CreateOrganization, CreateToken, RevokeToken } from '#organization';
import { until } from '#testing/test-kernel';
import { TestServer } from '#testing/test-server';

describe('callers', () => {
  let one: TestServer;
  let two: TestServer;

  beforeAll(async () => {
    one = await TestServer.start();
    two = await TestServer.start({ databaseUrl: one.databaseUrl });
    await one.app.get(Notifications).open();
    await two.app.get(Notifications).open();
  });

  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  describe('what a process remembers of a caller', () => {
    it('is cached', async () => {
      const user = await one.user();
      const first = await one.app.get(Callers).byToken(user.token);
      const second = await one.app.get(Callers).byToken(user.token);
      expect(second).toBe(first);
    });

    it('is forgotten in every process when a token is revoked', async () => {
      const user = await one.user();
      const { id, secret } = await one.dispatcher.run(new CreateToken(user.id, 'Shared'));
      for (const server of [one, two]) {
        expect((await server.as(secret).get('/v1/user')).status).toBe(200);
        expect(await server.app.get(Callers).byToken(secret)).toBe(await server.app.get(Callers).byToken(secret));
      }
      await one.dispatcher.run(new RevokeToken(user.id, id));
      expect((await one.as(secret).get('/v1/user')).status).toBe(401);
      await until(async () => (await two.as(secret).get('/v1/user')).status === 401, 'the other process to forget');
    });

    it('is forgotten in every process when the user joins an organization', async () => {
      const user = await one.user();
      const remembered = await two.app.get(Callers).byToken(user.token);
      expect(remembered?.roles.size).toBe(0);
      const organization = await one.dispatcher.run(new CreateOrganization(user.id, 'New'));
      await until(
        async () => (await two.app.get(Callers).byToken(user.token))?.roles.get(organization) === 'admin',
        'the other process to learn of it',
      );
    });

    it('is removed from the cache in every process also when the rights of many change at once', async () => {
      const user = await one.user();
      const remembered = await two.app.get(Callers).byToken(user.token);
      expect(await two.app.get(Callers).byToken(user.token)).toBe(remembered);
      const others = Array.from({ length: 200 }, (_, i) => `other${i}`);
      await one.app.get(UnitOfWork).transaction(() => one.app.get(Callers).changed(...others, user.id));
      await until(
        async () => (await two.app.get(Callers).byToken(user.token)) !== remembered,
        'the other process to forget',
      );
    });

    it('stays when a change is rolled back', async () => {
      const user = await one.user();
      const before = await one.app.get(Callers).byToken(user.token);
      await expect(one.dispatcher.run(new CreateOrganization(user.id, 'x'))).rejects.toThrow(/title/);
      expect(await one.app.get(Callers).byToken(user.token)).toBe(before);
    });

    it('is not trusted while notices can not be heard', async () => {
      const deaf = await TestServer.start({ databaseUrl: one.databaseUrl });
      try {
        const user = await one.user();
        const first = await deaf.app.get(Callers).byToken(user.token);
        const second = await deaf.app.get(Callers).byToken(user.token);
        expect(second).toEqual(first);
        expect(second).not.toBe(first);
      } finally {
        await deaf.stop();
      }
    });
  });

  describe('the use of a token', () => {
    it('is written later, for all tokens at once', async () => {
      const user = await one.user();
      await one.as(user.token).get('/v1/user');
      const used = () =>
        one.rows<{ at: Date | null }>('select last_used_at as at from organization.token where user_id = $1', [
          user.id,
        ]);
      expect((await used())[0]?.at).toBeNull();
      await one.app.get(Callers).flush();
      expect((await used())[0]?.at).toBeInstanceOf(Date);
    });
  });
});
