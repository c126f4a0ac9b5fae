import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Settings } from '#kernel/infrastructure/settings';
import type { LocalServer } from '#script-runtime';
import { CALLS_HEADER, MOST_CALLS } from '../domain/scripts.js';

/**
 * Where requests of scripts to the API go. This server may be at an address that the rules for outgoing requests refuse,
 * so they are sent to it directly. Where this process answers no requests, they go to QUIRE_PUBLIC_URL: with http
 * directly, with https by the rules.
 */
@Injectable()
export class OwnApi {
  readonly #origin: string;

  constructor(
    private readonly settings: Settings,
    private readonly server: HttpAdapterHost,
  ) {
    this.#origin = new URL(settings.publicUrl).origin;
  }

  /**
   * The server of a request; undefined for those to other servers. `calls`: how many calls of scripts led to it, as many
   * as possible where that is not known.
   */
  serverOf(url: URL, calls: string = String(MOST_CALLS)): LocalServer | undefined {
    if (url.origin !== this.#origin) return undefined;
    const origin = this.#listening() ?? (url.protocol === 'http:' ? this.#origin : undefined);
    return origin === undefined ? undefined : { origin, headers: { [CALLS_HEADER]: calls } };
  }

  #listening(): string | undefined {
    const server = this.server.httpAdapter.getHttpServer() as { address(): unknown };
    const address = server.address() as { port?: number } | null;
    if (typeof address?.port !== 'number') return undefined;
    const { host } = this.settings;
    const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return `http://${reached.includes(':') ? `[${reached}]` : reached}:${address.port}`;
  }
}
