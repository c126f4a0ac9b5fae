import { OutboundError, type Outbound } from '#outbound';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SourceRefused, SourceTooLarge, SourceUnavailable } from '../../domain/import/sources.js';
import type { Converse, ExchangeLimits } from './conversation.js';
import { PktLines } from './pkt-lines.js';
import type { GitRemote } from './remote.js';

/** How the system's ssh program is used. */
export interface SshSettings {
  /** The program; "ssh" unless given. */
  program?: string;
  /** Keys of hosts seen before; a new host is accepted once and pinned here. */
  knownHostsFile: string;
  /** The private key to show; without one only hosts that ask for none can be reached. */
  keyFile?: string;
}

type SshRemote = Extract<GitRemote, { kind: 'ssh' }>;
type Ssh = ChildProcessByStdio<Writable, Readable, Readable>;

/** Git over ssh: the program connects to the address that was checked, knows no agent and no user configuration. */
export function sshConverse(outbound: Outbound, remote: SshRemote, settings: SshSettings): Converse {
  return async (service, limits) => {
    const address = await outbound.checkAddress(remote.host).catch((error: unknown) => {
      throw error instanceof OutboundError ? new SourceRefused(error.message) : error;
    });
    const command = `${service} '${remote.path.replaceAll("'", String.raw`'\''`)}'`;
    const ssh = spawn(settings.program ?? 'ssh', [...sshOptions(remote, address, settings), remote.host, command], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C' },
    });
    const lines = new PktLines(output(ssh, limits));
    const stop = (): void => void ssh.kill('SIGKILL');
    limits.signal.addEventListener('abort', stop, { once: true });
    // The end of its output reports a remote that hangs up; without a listener EPIPE would end the server.
    ssh.stdin.on('error', () => undefined);
    return {
      advertised: lines,
      answer: async (body) => {
        await pipeline(body, ssh.stdin).catch(() => undefined);
        return lines;
      },
      close: async () => {
        limits.signal.removeEventListener('abort', stop);
        for (const pipe of [ssh.stdin, ssh.stdout, ssh.stderr]) pipe.destroy();
        if (ssh.exitCode !== null || ssh.signalCode !== null || ssh.pid === undefined) return;
        const ended = new Promise((resolve) => ssh.once('exit', resolve));
        stop();
        await ended;
      },
    };
  };
}

export function sshOptions(remote: SshRemote, address: string, settings: SshSettings): string[] {
  const alias = remote.port === 22 ? remote.host : `[${remote.host}]:${remote.port}`;
  const options = {
    HostName: address,
    HostKeyAlias: alias,
    Port: String(remote.port),
    User: remote.user,
    BatchMode: 'yes',
    StrictHostKeyChecking: 'accept-new',
    UserKnownHostsFile: `"${settings.knownHostsFile}"`,
    GlobalKnownHostsFile: '/dev/null',
    IdentityAgent: 'none',
    IdentitiesOnly: 'yes',
    IdentityFile: settings.keyFile === undefined ? 'none' : `"${settings.keyFile}"`,
    ProxyCommand: 'none',
    PermitLocalCommand: 'no',
    ClearAllForwardings: 'yes',
    ConnectTimeout: '10',
    ServerAliveInterval: '15',
    ServerAliveCountMax: '3',
  };
  return [
    '-F',
    '/dev/null',
    '-T',
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    '--',
  ];
}

async function* output(ssh: Ssh, limits: ExchangeLimits): AsyncGenerator<Buffer> {
  let seen = 0;
  let complaint = '';
  ssh.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)));
  const ended = new Promise<number | null>((resolve, reject) => {
    ssh.once('error', () => reject(new SourceUnavailable('There is no ssh program on this server')));
    ssh.once('close', resolve);
  });
  ended.catch(() => undefined);
  for await (const chunk of heard(ssh, limits.silenceMs)) {
    seen += chunk.length;
    if (seen > limits.maxBytes) throw new SourceTooLarge('The repository is too large');
    yield chunk;
  }
  const code = await ended;
  if (limits.signal.aborted) throw limits.signal.reason;
  if (code !== 0) throw new SourceUnavailable(explained(complaint) || `ssh ended with code ${code}`);
}

/** What comes, as long as something does. Git says something every few seconds, however long it works. */
async function* heard(ssh: Ssh, silenceMs: number): AsyncGenerator<Buffer> {
  const chunks = (ssh.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SourceUnavailable(`Nothing was heard for ${silenceMs} ms`)), silenceMs);
    });
    const next = await Promise.race([chunks.next(), silent]).finally(() => clearTimeout(timer));
    if (next.done) return;
    yield next.value;
  }
}

/** What ssh says is for operators and names files of this server; the last line is from Git or from ssh's verdict. */
function explained(complaint: string): string {
  if (complaint.includes('Host key verification failed')) {
    return 'The host does not show the key it showed before; the operator of this server must confirm the new one';
  }
  if (complaint.includes('Permission denied')) return 'The repository refuses these credentials';
  return (complaint.trim().split('\n').at(-1) ?? '').replace(/\p{Cc}+/gu, ' ');
}
