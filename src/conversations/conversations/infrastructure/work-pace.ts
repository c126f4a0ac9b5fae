import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Milliseconds after a request during which others are expected. */
const EXPECTED_MS = 500;
/** How long work rests after a step, beside requests: so many times as long as the step took. */
const RESTS = 2;
/** The same while conversations come in: to store them takes processors enough. */
const RESTS_WHILE_INGESTING = 8;
const LONGEST_REST_MS = 1_000;
/** Conversations, issues or clusters of a step beside requests. */
const BESIDE_REQUESTS = 50;

/**
 * Where this process answers requests as well, work on conversations rests after each step while requests come: these
 * go first, and processing takes a third of its time; a ninth while conversations come in.
 */
@Injectable()
export class WorkPace implements OnApplicationBootstrap {
  #lastRequest = -Infinity;
  #lastIngestion = -Infinity;

  constructor(private readonly server: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    // A process that answers no requests, or the command line, has no server, or one that is not asked.
    const server = this.server.httpAdapter?.getHttpServer() as Server | undefined;
    server?.on('request', () => (this.#lastRequest = performance.now()));
  }

  /** Conversations have come in. */
  noteIngestion(): void {
    this.#lastIngestion = performance.now();
  }

  /** How many of `most` a step takes: beside requests few, so that these wait for a few milliseconds only. */
  atATime(most: number): number {
    return this.#isBesideRequests ? Math.min(most, BESIDE_REQUESTS) : most;
  }

  get #isBesideRequests(): boolean {
    return performance.now() - this.#lastRequest < EXPECTED_MS;
  }

  get #isIngesting(): boolean {
    return performance.now() - this.#lastIngestion < EXPECTED_MS;
  }

  /** Rests after a step that took from `begin`, in milliseconds of this process, until now. */
  async rest(begin: number): Promise<void> {
    if (!this.#isBesideRequests) return;
    const rests = this.#isIngesting ? RESTS_WHILE_INGESTING : RESTS;
    await sleep(Math.min((performance.now() - begin) * rests, LONGEST_REST_MS));
  }
}
