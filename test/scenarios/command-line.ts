import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Lifecycle } from '#kernel/infrastructure/lifecycle';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CallerOfUser, CreateOrganization, EnsureAdministrator } from '#organization';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';
import { runCli } from '../../src/cli/run.js';
import { openMigratedDatabase } from '../../src/database.js';
import { prepareFirstStart } from '../../src/first-start.js';
import { createLog } from '../../src/logging.js';
import { createServer } from '../../src/server.js';
import { administratorToken } from '../../src/start/administrator-token.js';

/** The result of a command. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

export interface Answer {
  status: number;
  type: string | null;
  etag: string | null;
  bytes: Buffer;
}

/** One installation: a data folder and a database of its own, for commands and a server. */
export class Installation {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'quire-cli-'));
  #database: TestDatabase | undefined;
  #app: NestFastifyApplication | undefined;
  url = '';

  static async make(): Promise<Installation> {
    const made = new Installation();
    made.#database = await createEmptyDatabase();
    return made;
  }

  /** Another installation on the same database, with other settings. */
  static on(other: Installation, env: NodeJS.ProcessEnv): Installation {
    return new Installation({ ...env, DATABASE_URL: other.databaseUrl });
  }

  private constructor(private readonly more: NodeJS.ProcessEnv = {}) {}

  get databaseUrl(): string {
    return this.#database?.url ?? '';
  }

  get env(): NodeJS.ProcessEnv {
    return {
      DATABASE_URL: this.databaseUrl,
      QUIRE_DATA_DIR: this.dataDir,
      QUIRE_PUBLIC_URL: 'http://quire.test',
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_DEMO: 'off',
      QUIRE_GIT_FILE_REMOTES: 'on',
      QUIRE_LOG_LEVEL: 'silent',
      QUIRE_URL: this.url,
      ...this.more,
    };
  }

  async run(...args: string[]): Promise<Ran> {
    return run(args, this.env);
  }

  /** Starts the server on any free port; `empty`: without an organization, as with QUIRE_DEMO=off. */
  async serve({ empty = false } = {}): Promise<void> {
    const settings = readSettings(this.env);
    const { url: databaseUrl, secretKey } = await openMigratedDatabase(settings, () => undefined);
    const options = { settings, databaseUrl, secretKey };
    this.#app = await createServer(options, createLog(settings.logLevel));
    await this.#app.init();
    await this.#app.get(Lifecycle).start();
    await prepareFirstStart(this.#app, settings);
    if (!empty) await this.#makeOrganization(settings);
    await this.#app.listen({ port: 0, host: '127.0.0.1' } as never);
    this.url = (await this.#app.getUrl()).replace('[::1]', '127.0.0.1');
  }

  /** The administrator's organization like that of the first start, without the documentation in it. */
  async #makeOrganization(settings: Settings): Promise<void> {
    const dispatcher = this.#app?.get(Dispatcher);
    const administrator = await dispatcher?.run(new EnsureAdministrator(() => administratorToken(settings)));
    const caller = administrator && (await dispatcher?.ask(new CallerOfUser(administrator.userId)));
    if (caller?.roles.size === 0) await dispatcher?.run(new CreateOrganization(caller.userId, 'Quire'));
  }

  async endServer(): Promise<void> {
    await this.#app?.close();
    this.#app = undefined;
  }

  async get(path: string, token: string): Promise<Answer> {
    const answer = await fetch(this.url + path, { headers: { authorization: `Bearer ${token}` } });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      etag: answer.headers.get('etag'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  }

  async json<T>(method: string, path: string, token: string, body?: object): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body) headers['content-type'] = 'application/json';
    const answer = await fetch(this.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async remove(): Promise<void> {
    await this.endServer();
    await this.#database?.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Runs one command line in this process. */
export async function run(args: string[], env: NodeJS.ProcessEnv, signal = new AbortController().signal): Promise<Ran> {
  const [out, err] = [new Collector(), new Collector()];
  const code = await runCli(args, { env, stdout: out, stderr: err, signal });
  return { code, out: out.text, err: err.text };
}

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
