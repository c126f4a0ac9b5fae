import { TestServer } from '#testing/test-server';
import { HostileRequests } from './hostile-requests.js';
import { QuireProcess } from './quire-process.js';

/** Node's default on a machine of 1 GB. With more, garbage is collected later. */
const HEAP_MB = 512;
/** Quire's own default there, which follows from the memory of the machine as well. */
const CEILING_MB = 320;

let shared: Promise<HostileServer> | undefined;

/**
 * A server in a process and threads of its own, and another one in this process that prepares and reads its records.
 */
export class HostileServer {
  private constructor(
    readonly fixture: TestServer,
    readonly quire: QuireProcess,
    readonly hostile: HostileRequests,
  ) {}

  /**
   * One for all specs of a file, which each create records of their own: starting both takes longer than some specs.
   */
  static shared(): Promise<HostileServer> {
    shared ??= HostileServer.#start();
    // Called at the end of the file (test/setup/end-of-file.ts).
    Object.assign(globalThis, { endSharedProcess });
    return shared;
  }

  static async #start(): Promise<HostileServer> {
    const fixture = await TestServer.start();
    const quire = new QuireProcess({
      DATABASE_URL: fixture.databaseUrl,
      QUIRE_SECRET_KEY: Buffer.alloc(32, 7).toString('hex'),
      QUIRE_GIT_FILE_REMOTES: 'on',
      QUIRE_MEMORY_MB: String(CEILING_MB),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });
    await quire.start();
    return new HostileServer(fixture, quire, new HostileRequests(quire));
  }

  async stop(): Promise<void> {
    await this.hostile.stop();
    await this.quire.dispose();
    await this.fixture.stop();
  }
}

async function endSharedProcess(): Promise<void> {
  const server = await shared?.catch(() => undefined);
  shared = undefined;
  await server?.stop();
}
