import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Milliseconds after a request during which others are expected. */
const EXPECTED_MS = 500;
/** How long work rests after a step, beside requests: so many times as long as the step took. */
const RESTS = 3;
const LONGEST_REST_MS = 1_000;
/** Conversations, issues or clusters of a step beside requests. */
const BESIDE_REQUESTS = 25;

/**
 * Where this process answers requests as well, work on conversations rests after each step while requests come: these
 * go first, and processing takes a quarter of its time.
 */
@Injectable()
export class WorkPace implements OnApplicationBootstrap {
  #lastRequest = -Infinity;

  constructor(private readonly server: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    // A process that answers no requests, or the command line, has no server, or one that is not asked.
    const server = this.server.httpAdapter?.getHttpServer() as Server | undefined;
    server?.on('request', () => (this.#lastRequest = performance.now()));
  }

  /** How many of `most` a step takes: beside requests few, so that these wait for a few milliseconds only. */
  atATime(most: number): number {
    return this.#isBesideRequests ? Math.min(most, BESIDE_REQUESTS) : most;
  }

  get #isBesideRequests(): boolean {
    return performance.now() - this.#lastRequest < EXPECTED_MS;
  }

  /** Rests after a step that took from `begin`, in milliseconds of this process, until now. */
  async rest(begin: number): Promise<void> {
    if (!this.#isBesideRequests) return;
    await sleep(Math.min((performance.now() - begin) * RESTS, LONGEST_REST_MS));
  }
}
