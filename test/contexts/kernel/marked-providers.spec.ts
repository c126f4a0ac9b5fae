import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DiscoveryService } from '@nestjs/core';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('providers with a mark', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => server.stop());

  it('are looked for by no request and no job after the first', async () => {
    const work = async (title: string): Promise<void> => {
      const ada = await server.administrator();
      const space = await TestSpace.create(ada);
      const renamed = await space.api.patch(space.path, { title });
      expect(renamed.status).toBe(200);
      await server.runJobs();
      await server.runJob('content.thin-history');
    };
    await work('Once');
    const looked = jest.spyOn(DiscoveryService.prototype, 'getProviders');
    await work('Again');
    expect(looked).not.toHaveBeenCalled();
  });
});
