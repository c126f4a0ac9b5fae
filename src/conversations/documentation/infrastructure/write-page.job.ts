import { Injectable, Logger } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { ModelRefused, ModelUnavailable } from '#language-model';
import { writePage, WRITE_PAGE, type WritePageJob } from '../application/write-page.js';
import { PageWriter } from '../domain/proposal.js';

/** Has a language model write a page that is begun. Where it does not, the page stays as it is. */
@Injectable()
@RunsJob(WRITE_PAGE, undefined, { waits: true })
export class WritePage implements JobHandler<WritePageJob> {
  readonly #log = new Logger('Documentation');

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly writer: PageWriter,
  ) {}

  async run(job: WritePageJob, signal: AbortSignal): Promise<void> {
    try {
      const written = await writePage(job, this.writer, this.dispatcher);
      if (written === 'nonsense') this.#log.warn(`The language model wrote no page for ${this.#of(job)}`);
    } catch (error) {
      // The connection to the model is closed when the process ends.
      signal.throwIfAborted();
      if (!(error instanceof ModelRefused || error instanceof ModelUnavailable)) throw error;
      this.#log.warn(`The language model did not write a page for ${this.#of(job)}: ${error.message}`);
    }
  }

  #of({ proposal }: WritePageJob): string {
    return `the change request ${proposal.changeRequestId}`;
  }
}
