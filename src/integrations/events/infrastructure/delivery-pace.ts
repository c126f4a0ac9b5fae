import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { Clock } from '#kernel/domain/clock';
import type { EventState } from '../domain/delivered-event.js';
import { Pace } from './pace.js';

/** Deliveries a second beside requests: what is asked for meanwhile is answered about as fast as without. */
const BESIDE_REQUESTS = 50;
/** Milliseconds after a request during which others are expected. */
const EXPECTED_MS = 1_000;
/** Milliseconds after which an event has waited long enough. */
const LONGEST_WAIT_MS = 300_000;

/** Where this process answers requests as well, events are delivered slowly, unless they have waited for long. */
@Injectable()
export class DeliveryPace implements OnApplicationBootstrap {
  readonly #pace = new Pace(BESIDE_REQUESTS);
  #lastRequest = -Infinity;

  constructor(
    private readonly server: HttpAdapterHost,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    // A process that answers no requests, or the command line, has no server, or one that is not asked.
    const server = this.server.httpAdapter?.getHttpServer() as Server | undefined;
    server?.on('request', () => (this.#lastRequest = performance.now()));
  }

  /** Waits until the event may be delivered. */
  async wait({ dueAt }: EventState): Promise<void> {
    if (performance.now() - this.#lastRequest > EXPECTED_MS) return;
    if (this.clock.now().getTime() - dueAt.getTime() > LONGEST_WAIT_MS) return;
    await this.#pace.wait();
  }
}
