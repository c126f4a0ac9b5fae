import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { availableMemory } from '#kernel/infrastructure/memory/memory-ceiling';
import type { Settings } from '#kernel/infrastructure/settings';
import { fail, ok, warn, type Finding } from './check.js';
import { isQuire } from '../../start/reserve-port.js';
import { messageOf } from '../../start/refusal.js';

const LEAST_NODE = [20, 19] as const;
const MB = 1_000_000;

export function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const enough = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  if (enough) return ok('Node.js', process.version);
  return fail('Node.js', `${process.version} is too old: install ${LEAST_NODE.join('.')} or newer`);
}

/** Checks that the port is free, or that Quire already listens on it. */
export async function checkPort({ port, host }: Settings): Promise<Finding> {
  const subject = 'port';
  if (port === 0) return ok(subject, 'any free one is taken');
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
  if (!problem) return ok(subject, `${port} is free`);
  if (problem.code === 'EADDRINUSE' && (await isQuire(port))) return ok(subject, `Quire is running on ${port}`);
  if (problem.code === 'EADDRINUSE') return fail(subject, `another program listens on ${port}: end it or set PORT`);
  return fail(subject, `${host}:${port} cannot be listened on (${messageOf(problem)}): change PORT or QUIRE_HOST`);
}

/** Checks that the public URL leads to this server. */
export function checkPublicUrl({ publicUrl, port }: Settings, env: NodeJS.ProcessEnv): Finding {
  const subject = 'public URL';
  const url = new URL(publicUrl);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (local && env['NODE_ENV'] === 'production') {
    return warn(subject, `links lead to ${publicUrl}, which nobody else can reach: set QUIRE_PUBLIC_URL`);
  }
  if (!local && url.protocol === 'http:') {
    return warn(
      subject,
      `${publicUrl} is not encrypted: tokens can be read on the way; put a proxy with TLS before it`,
    );
  }
  if (local && url.port !== String(port) && port !== 0) {
    return warn(subject, `${publicUrl} leads to another port than PORT (${port}), unless something passes it on`);
  }
  return ok(subject, publicUrl);
}

/** What a process should stay below, and its caches. */
export function checkMemory({ memory: { ceiling, caches } }: Settings): Finding {
  const subject = 'memory';
  const megabytes = (bytes: number): string => (bytes === Infinity ? 'unlimited' : `${Math.round(bytes / MB)} MB`);
  const text = `${megabytes(ceiling ?? Infinity)}, caches ${megabytes(caches)}`;
  const available = availableMemory();
  if (Math.max(ceiling ?? 0, caches === Infinity ? 0 : caches) <= available) return ok(subject, text);
  return warn(subject, `${text}, but there are ${megabytes(available)}: see QUIRE_MEMORY_MB and QUIRE_CACHE_MB`);
}

/** Only remotes at ssh:// need a program; everything else is built in. */
export function checkSsh(): Finding {
  const found = spawnSync('ssh', ['-V'], { encoding: 'utf8' });
  if (found.error)
    return warn('ssh', 'it is not installed: Git remotes at ssh:// cannot be used, those at https:// can');
  return ok('ssh', found.stderr.trim().split('\n')[0] ?? 'installed');
}
