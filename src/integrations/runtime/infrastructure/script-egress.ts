import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { request as send } from 'undici';
import { Settings } from '#kernel/infrastructure/settings';
import { Outbound, OutboundError, OutboundRefused } from '#outbound';
import type { EgressContext, EgressRequest, EgressResponse } from '#script-runtime';

const MAX_BYTES = 50_000_000;
const TIMEOUT_MS = 30_000;
/** Headers that belong to a connection, or say things of the caller that are not for a script to say. */
const DROPPED = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'forwarded', 'x-forwarded-for']);

/**
 * The requests of scripts: public addresses only, by the rules for all outgoing requests, and the API of this server.
 */
@Injectable()
export class ScriptEgress {
  constructor(
    private readonly outbound: Outbound,
    private readonly settings: Settings,
    private readonly server: HttpAdapterHost,
  ) {}

  async fetch(request: EgressRequest, context: EgressContext): Promise<EgressResponse> {
    const url = new URL(request.url);
    try {
      return url.origin === new URL(this.settings.publicUrl).origin
        ? await this.#ofApi(url, request, context)
        : await this.#outside(request, context);
    } catch (error) {
      const refused = error instanceof OutboundRefused;
      const reason = error instanceof OutboundError ? error.message : 'The request failed';
      return { status: refused ? 403 : 502, headers: { 'content-type': 'text/plain' }, body: reason };
    }
  }

  async #outside({ url, method, headers, body }: EgressRequest, { signal }: EgressContext): Promise<EgressResponse> {
    const answer = await this.outbound.fetch(url, {
      method,
      headers: own(headers),
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
      asItIs: true,
    });
    return { status: answer.status, headers: withoutEncoding(answer.headers), body: answer.body };
  }

  /** Not through the rules for outgoing requests: this server may be at an address that they refuse. */
  async #ofApi(url: URL, { method, headers, body }: EgressRequest, { signal }: EgressContext): Promise<EgressResponse> {
    const answer = await send(`${this.#listening() ?? url.origin}${url.pathname}${url.search}`, {
      method: method as 'GET',
      headers: { ...own(headers), host: url.host, 'accept-encoding': 'identity' },
      body: method === 'GET' || method === 'HEAD' ? null : body,
      signal,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const entries = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(entries) as EgressResponse['headers'],
      body: answer.body,
    };
  }

  /** The address on which this process itself answers; undefined where another one does. */
  #listening(): string | undefined {
    const server = this.server.httpAdapter.getHttpServer() as { address(): unknown };
    const address = server.address() as { port?: number; address?: string } | null;
    if (typeof address?.port !== 'number') return undefined;
    const { host } = this.settings;
    const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return `http://${reached.includes(':') ? `[${reached}]` : reached}:${address.port}`;
  }
}

function own(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.has(name)));
}

/** The body is decompressed already. */
function withoutEncoding({ 'content-encoding': _, 'content-length': __, ...headers }: Record<string, string>) {
  return headers;
}
