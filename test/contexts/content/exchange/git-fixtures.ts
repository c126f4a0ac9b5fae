import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { scratch } from '../scratch.js';

const servers: Server[] = [];

const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  // Nothing is packed behind a commit, and nothing has to outlive the machine.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'core.fsync',
  GIT_CONFIG_VALUE_1: 'none',
};

const FETCHED = '+refs/heads/*:refs/remotes/origin/*';
const BARE_CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[http]\n\treceivepack = true\n';

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
}

export function put(folder: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A work tree with these files committed on main, and a bare repository that holds it. */
export async function repository(
  files: Record<string, string | Buffer>,
): Promise<{ root: string; work: string; bare: string }> {
  const root = await scratch();
  const work = join(root, 'work');
  const bare = join(root, 'docs.git');
  mkdirSync(work);
  git(work, 'init', '--quiet', '--initial-branch=main', '--template=');
  put(work, files);
  commitAll(work, 'first\n\nwith a body');
  // As cloning and configuring would leave them, but for half a dozen processes.
  cpSync(join(work, '.git'), bare, { recursive: true });
  writeFileSync(join(bare, 'config'), BARE_CONFIG);
  appendFileSync(join(work, '.git', 'config'), `[remote "origin"]\n\turl = ${bare}\n\tfetch = ${FETCHED}\n`);
  return { root, work, bare };
}

export function commitAll(work: string, message: string): void {
  git(work, 'add', '--all');
  git(work, 'commit', '--quiet', '--message', message);
}

/** Whom a server of repositories answers: those with this header, and requests of other methods than this one. */
export interface Served {
  authorization?: string;
  silentFor?: string;
}

/** Serves the repositories below a folder by Git's own smart HTTP; answers the base URL. */
export async function serveHttp(
  root: string,
  { authorization, silentFor }: Served = {},
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === silentFor) return;
    if (authorization !== undefined && request.headers.authorization !== authorization) {
      response.writeHead(401).end();
      return;
    }
    const url = new URL(request.url ?? '/', 'http://local');
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...ENVIRONMENT,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: request.headers['content-length'] ?? '',
        REMOTE_USER: 'tester',
      },
    });
    request.pipe(backend.stdin);
    let head: Buffer | undefined = Buffer.alloc(0);
    backend.stdout.on('data', (chunk: Buffer) => {
      if (head === undefined) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      for (const line of head.toString('latin1', 0, end).split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
      head = undefined;
    });
    backend.stdout.on('end', () => response.end());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export async function stopHttp(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
