import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { TooManyRequests } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { TaskFailed, TaskRefused, WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import type { Statement } from '../../domain/saml/statement.js';
import type { Verified } from './saml-worker.js';
import type { Sides } from './verify-response.js';

const WORKER = fileURLToPath(new URL('./saml-worker.js', import.meta.url));
const DEADLINE_MS = 10_000;
/**
 * Largest response, in characters of base64, that is checked in this process: most are smaller and take a few
 * milliseconds.
 */
const SMALL = 24_000;

/**
 * Checks responses of identity providers. Canonicalizing XML takes time that grows with its elements times its
 * namespaces, before it is known whether the signature is valid, so a worker process does it for large ones, which would
 * block every other request. Run from the sources, where there is no built worker, it runs in the same process.
 */
@Injectable()
export class ResponseVerifier implements OnApplicationShutdown {
  readonly #process = existsSync(WORKER) ? new WorkerProcesses(WORKER, { size: 1, memoryMb: 256 }) : undefined;

  constructor(private readonly origin: CallOrigin) {}

  /** Throws SignInRefused unless the response is well-formed and signed. */
  async verify(sides: Sides, response: string): Promise<Statement> {
    if (!this.#process || response.length <= SMALL)
      return (await import('./verify-response.js')).verifyResponse(sides, response);
    const caller = this.origin.current?.address ?? '';
    try {
      const read = await this.#process.run('verify', [sides, response], { caller, deadlineMs: DEADLINE_MS });
      const verified = read as Verified;
      if ('statement' in verified) return verified.statement;
      throw new SignInRefused(verified.reason, verified.detail);
    } catch (error) {
      if (error instanceof QueueFull)
        throw new TooManyRequests('Too many responses wait to be checked: try again soon');
      if (error instanceof TaskFailed || error instanceof TaskRefused) throw new SignInRefused('form', error.message);
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.#process?.close();
  }
}
