import { OutboundError, OutboundFailed, OutboundRefused, OutboundTooLarge, type Outbound } from '#outbound';
import type { Readable } from 'node:stream';
import { SourceRefused, SourceTooLarge, SourceMissing, SourceUnavailable } from '../../domain/import/sources.js';
import type { Conversation, Converse, ExchangeLimits, GitService } from './conversation.js';
import { PktLines } from './pkt-lines.js';
import type { Credentials, GitRemote } from './remote.js';

/** Refs alone; repositories with hundreds of thousands of them are below this. */
const MAX_ADVERTISED_BYTES = 64 * 1024 * 1024;

/** Git over smart HTTP (gitprotocol-http), every connection through the guarded outbound port. */
export function httpConverse(outbound: Outbound, remote: Extract<GitRemote, { kind: 'http' }>): Converse {
  return async (service, limits) => {
    const lines = await ask(outbound, remote, service, limits);
    const base = lines.url.slice(0, lines.url.lastIndexOf('/info/refs'));
    const headers = authorization(remote.credentials, new URL(base).origin === new URL(remote.url).origin);
    return conversation(outbound, base, headers, service, limits, lines);
  };
}

type Advertised = { url: string; lines: PktLines; body: Readable };

async function ask(
  outbound: Outbound,
  remote: Extract<GitRemote, { kind: 'http' }>,
  service: GitService,
  limits: ExchangeLimits,
): Promise<Advertised> {
  const answer = await outbound
    .fetch(`${remote.url}/info/refs?service=${service}`, {
      headers: { 'user-agent': 'git/2 (quire)', ...authorization(remote.credentials, true) },
      maxBytes: MAX_ADVERTISED_BYTES,
      timeoutMs: limits.timeoutMs,
      silenceMs: limits.silenceMs,
      signal: limits.signal,
    })
    .catch((error: unknown) => {
      throw asSourceError(error);
    });
  if (answer.headers['content-type'] !== `application/x-${service}-advertisement`) {
    answer.body.destroy();
    throw new SourceMissing(`${remote.name} is not a Git repository`);
  }
  return { url: answer.url, body: answer.body, lines: new PktLines(translated(answer.body)) };
}

async function conversation(
  outbound: Outbound,
  base: string,
  headers: Record<string, string>,
  service: GitService,
  limits: ExchangeLimits,
  advertised: Advertised,
): Promise<Conversation> {
  // The HTTP form puts "# service=..." and a flush before what every transport sends.
  await advertised.lines.next();
  await advertised.lines.next();
  const open: Readable[] = [advertised.body];
  return {
    advertised: advertised.lines,
    answer: async (body, size) => {
      const answer = await outbound
        .fetch(`${base}/${service}`, {
          method: 'POST',
          headers: {
            'user-agent': 'git/2 (quire)',
            'content-type': `application/x-${service}-request`,
            accept: `application/x-${service}-result`,
            'content-length': String(size),
            ...headers,
          },
          body,
          maxBytes: limits.maxBytes,
          timeoutMs: limits.timeoutMs,
          silenceMs: limits.silenceMs,
          maxRedirects: 0,
          signal: limits.signal,
        })
        .catch((error: unknown) => {
          throw asSourceError(error);
        });
      open.push(answer.body);
      return new PktLines(translated(answer.body));
    },
    close: () => {
      for (const body of open) body.destroy();
      return Promise.resolve();
    },
  };
}

function authorization(credentials: Credentials | undefined, sameOrigin: boolean): Record<string, string> {
  if (credentials === undefined || !sameOrigin) return {};
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

async function* translated(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw asSourceError(error);
  }
}

function asSourceError(error: unknown): unknown {
  if (error instanceof OutboundRefused) return new SourceRefused(error.message);
  if (error instanceof OutboundTooLarge) return new SourceTooLarge('The repository is too large');
  if (error instanceof OutboundFailed && error.status !== undefined) return refusal(error.status);
  return error instanceof OutboundError ? new SourceUnavailable(error.message) : error;
}

function refusal(status: number): SourceUnavailable {
  if (status === 401 || status === 403) return new SourceMissing('The repository refuses these credentials');
  if (status === 404 || status === 410)
    return new SourceMissing('There is no such repository, or not for these credentials');
  return new SourceUnavailable(`The remote answered with status ${status}`);
}
