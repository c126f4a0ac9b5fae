import { describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestSpace } from '#testing/test-space';
import { Transfers } from './transfer-fixture.js';

describe('transfers of collections', () => {
  const transfers = new Transfers();
  const { join, transfer, shelf, tablesWith } = transfers;

  describe('POST /v1/collections/{collectionId}/transfer', () => {
    it('moves everything below along, with its order and its levels', async () => {
      const top = await shelf('Top', await shelf('Above'));
      const inner = await shelf('Inner', top);
      const spaces: TestSpace[] = [];
      for (const title of ['One', 'Two', 'Gone'])
        spaces.push(await TestSpace.create(transfers.ada, { title, parent: inner }));
      const [one, two, gone] = spaces as [TestSpace, TestSpace, TestSpace];
      await transfers.ada.api.patch(`/v1/collections/${inner}`, { defaultLevel: 'read' });
      await transfers.ada.api.post(`${two.path}/move`, { position: { before: { type: 'space', space: one.id } } });
      await transfers.ada.api.delete(gone.path);
      const home = await one.insert('Home', 'Hello.');
      const { status, body } = await transfer(`/v1/collections/${top}`);
      expect([status, body.organization, body.parent]).toEqual([200, transfers.other.organization, undefined]);
      const ids = [top, inner, ...spaces.map(({ id }) => id)];
      expect(await tablesWith(transfers.ada.organization, ids)).toEqual([]);
      expect((await transfers.other.api.get(`/v1/collections/${inner}`)).body.parent).toBe(top);
      const { items } = (await transfers.other.api.get(`/v1/collections/${inner}/spaces`)).body;
      expect(items.map(({ title }: Json) => title)).toEqual(['Two', 'One']);
      expect(await one.as(transfers.other.api).markdown(home)).toContain('Hello.');
      expect((await transfers.ada.api.get(one.path)).body.permissions).toMatchObject({ view: true, edit: false });
      const restored = await transfers.other.api.post(`${gone.path}/restore`);
      expect([restored.status, restored.body.organization]).toEqual([200, transfers.other.organization]);
      expect((await transfers.other.api.post(`/v1/collections/${inner}/move`, { parent: null })).status).toBe(200);
      expect((await transfers.other.api.delete(`/v1/collections/${top}`)).status).toBe(204);
    });

    it('is refused to callers without the roles, and then changes nothing', async () => {
      const top = await shelf('Top');
      const creator = await transfers.server.member(transfers.ada.organization, 'create');
      await join(creator, 'create');
      expect((await transfer(`/v1/collections/${top}`, transfers.other.organization, creator.api)).status).toBe(403);
      expect((await transfer(`/v1/collections/nothing`)).status).toBe(404);
      expect((await transfers.ada.api.get(`/v1/collections/${top}`)).body.organization).toBe(
        transfers.ada.organization,
      );
    });
  });
});
