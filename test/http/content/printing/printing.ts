import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '#testing/test-server';

/** Makes the PDFs that a server is asked for, as its worker would; answers what ends that. */
export function printing(server: TestServer): () => Promise<void> {
  let ended = false;
  const work = async (): Promise<void> => {
    while (!ended) {
      const waiting = await server.rows(
        `select organization_id as "organizationId", key from content.print where state = 'waiting'`,
      );
      for (const print of waiting) await server.runJob('content.print', print);
      await sleep(30);
    }
  };
  const worked = work();
  return async () => {
    ended = true;
    await worked;
  };
}
