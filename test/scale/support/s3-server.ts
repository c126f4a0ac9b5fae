import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scenarios/support/quire-process.js';

/** The Python that has OpenStack Swift, Debian's package python3-swift; SWIFT_PYTHON names another one. */
const PYTHON = process.env['SWIFT_PYTHON'] ?? '/usr/bin/python3';
const SERVERS = ['account', 'container', 'object', 'proxy'] as const;
type Server = (typeof SERVERS)[number];

const RINGS = `
import sys
from swift.common.ring import RingBuilder
for ring in sys.argv[2:]:
    name, port = ring.split('=')
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd',
        'weight': 1, 'replication_ip': '127.0.0.1', 'replication_port': int(port)})
    builder.rebalance()
    builder.get_ring().save(sys.argv[1] + '/' + name + '.ring.gz')
`;

const RUN = `
import sys
from swift.common import utils
utils.SWIFT_CONF_FILE = sys.argv[1] + '/swift.conf'
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[1] + '/' + sys.argv[2] + '.conf', sys.argv[2] + '-server'))
`;

/** OpenStack Swift with its S3 API: a real store, of one node, which keeps its objects in a temporary folder. */
export class S3Server {
  readonly accessKeyId = 'quire:files';
  readonly secretAccessKey = 'secret-of-the-test';
  readonly region = 'us-east-1';
  readonly #folder = mkdtempSync(join(tmpdir(), 'quire-s3-'));
  readonly #children: ChildProcess[] = [];
  #ports: Partial<Record<Server, number>> = {};
  #output = '';

  /** 2.30 for example. */
  static version(): string {
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', 'import swift; print(swift.__version__)'], {
      encoding: 'utf8',
    });
    const version = /^(\d+\.\d+)/.exec(stdout ?? '')?.[1];
    if (!version) throw new Error(`${PYTHON} has no Swift (${stderr}): install python3-swift, or set SWIFT_PYTHON`);
    return version;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#ports.proxy}`;
  }

  async start(): Promise<void> {
    for (const server of SERVERS) this.#ports[server] = await freePort();
    mkdirSync(join(this.#folder, 'devices', 'd'), { recursive: true });
    this.#write('swift.conf', ['[swift-hash]', 'swift_hash_path_prefix = a', 'swift_hash_path_suffix = b']);
    for (const server of SERVERS) this.#write(`${server}.conf`, this.#settingsOf(server));
    const rings = SERVERS.slice(0, 3).map((name) => `${name}=${this.#ports[name]}`);
    const made = spawnSync(PYTHON, ['-c', RINGS, this.#folder, ...rings], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`Swift's rings were not made:\n${made.stderr}`);
    for (const server of SERVERS) {
      const child = spawn(PYTHON, ['-c', RUN, this.#folder, server], { stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
      this.#children.push(child);
    }
    for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await sleep(100)) {
      if (await this.#isReady()) return;
      if (this.#children.some(({ exitCode }) => exitCode !== null)) break;
    }
    throw new Error(`Swift did not start:\n${this.#output}`);
  }

  async dispose(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #settingsOf(server: Server): string[] {
    const settings = [
      '[DEFAULT]',
      'bind_ip = 127.0.0.1',
      `bind_port = ${this.#ports[server]}`,
      'workers = 0',
      `user = ${userInfo().username}`,
      `swift_dir = ${this.#folder}`,
      'log_level = ERROR',
      `devices = ${join(this.#folder, 'devices')}`,
      'mount_check = false',
      'fallocate_reserve = 0',
      // Nothing runs that would bring listings up to date later.
      'container_update_timeout = 30',
    ];
    if (server !== 'proxy')
      return [
        ...settings,
        '[pipeline:main]',
        `pipeline = ${server}-server`,
        `[app:${server}-server]`,
        `use = egg:swift#${server}`,
      ];
    const [account, user] = this.accessKeyId.split(':');
    const filters: Record<string, string[]> = {
      catch_errors: ['use = egg:swift#catch_errors'],
      healthcheck: ['use = egg:swift#healthcheck'],
      // Asked for by the next filters, and of no use here: nothing is at this address.
      cache: ['use = egg:swift#memcache', 'memcache_servers = 127.0.0.1:1'],
      s3api: ['use = egg:swift#s3api'],
      tempauth: ['use = egg:swift#tempauth', `user_${account}_${user} = ${this.secretAccessKey} .admin`],
      bulk: ['use = egg:swift#bulk'],
      slo: ['use = egg:swift#slo'],
    };
    return [
      ...settings,
      '[pipeline:main]',
      `pipeline = ${Object.keys(filters).join(' ')} proxy-server`,
      '[app:proxy-server]',
      'use = egg:swift#proxy',
      'account_autocreate = true',
      ...Object.entries(filters).flatMap(([filter, lines]) => [`[filter:${filter}]`, ...lines]),
    ];
  }

  #write(name: string, lines: string[]): void {
    writeFileSync(join(this.#folder, name), `${lines.join('\n')}\n`);
  }

  async #isReady(): Promise<boolean> {
    return (await fetch(`${this.endpoint}/healthcheck`).catch(() => undefined))?.ok === true;
  }
}
