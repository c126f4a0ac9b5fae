import type { QuireProcess } from './quire-process.js';
import type { Struck } from '../checker/round.js';

/** One server with its own PostgreSQL: the server is killed, or the database below a server that goes on running. */
export function struckProcess(quire: QuireProcess): Struck {
  return {
    staleMs: 0,
    victims: ['server', 'database', 'both'],
    get url() {
      return quire.url;
    },
    get databaseUrl() {
      return quire.databaseUrl;
    },
    call: (method, path, body) => quire.call(method, path, body),
    expectRunning: () => quire.expectRunning(),
    async kill(victim) {
      if (victim !== 'server') quire.killDatabase();
      if (victim === 'database') return quire.ready();
      await quire.kill();
      await quire.start();
    },
  };
}
