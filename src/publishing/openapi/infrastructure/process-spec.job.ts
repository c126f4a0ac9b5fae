import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { processSpecification, SpecificationRefused, unreadable } from '#openapi';
import { Outbound } from '#outbound';
import {
  BeginOpenAPIRun,
  FinishOpenAPIRun,
  RefetchOpenAPISpecs,
  type OpenAPIRun,
} from '../application/openapi-spec.commands.js';
import { PROCESS_OPENAPI, REFETCH_OPENAPI } from '../application/process-spec-job.js';
import type { RunOutcome } from '../domain/openapi-spec.js';
import { FetchLimits, SpecificationFetch } from './fetched-specification.js';

interface SpecToProcess {
  organizationId: string;
  specId: string;
}

/**
 * Processes one run of a specification: fetches it if it has an address, validates it and stores the result. Errors of
 * the specification are stored with it; errors of the server are thrown, so that the job is retried. An interrupted run
 * is started again.
 */
@Injectable()
@RunsJob(PROCESS_OPENAPI)
export class ProcessOpenAPISpecJob implements JobHandler<SpecToProcess> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly outbound: Outbound,
    private readonly limits: FetchLimits,
  ) {}

  async run({ organizationId, specId }: SpecToProcess, signal: AbortSignal): Promise<void> {
    const run = await this.dispatcher.run(new BeginOpenAPIRun(organizationId, specId));
    if (!run) return;
    const outcome = await this.#process(run).catch((error: unknown): RunOutcome => {
      if (!(error instanceof SpecificationRefused)) throw error;
      const { code, faults, faultCount } = error;
      return { kind: 'refused', code, faults, faultCount };
    });
    signal.throwIfAborted();
    await this.dispatcher.run(new FinishOpenAPIRun(run, outcome));
  }

  async parked({ organizationId, specId }: SpecToProcess): Promise<void> {
    const run = await this.dispatcher.run(new BeginOpenAPIRun(organizationId, specId));
    if (!run) return;
    const { code, faults, faultCount } = unreadable('The server ended twice while it was read');
    await this.dispatcher.run(new FinishOpenAPIRun(run, { kind: 'refused', code, faults, faultCount }));
  }

  async #process({ source }: OpenAPIRun): Promise<RunOutcome> {
    const fetch = new SpecificationFetch(this.outbound, this.limits);
    const document =
      'url' in source
        ? await fetch.document(source.url, source.validators)
        : { text: source.text, validators: undefined };
    if (!document) return { kind: 'unchanged' };
    let alone = true;
    const result = await processSpecification(document, (url) => {
      alone = false;
      return fetch.reference(url);
    });
    // An unchanged document does not mean that the documents it refers to are unchanged.
    return { kind: 'processed', result, text: document.text, validators: alone ? document.validators : undefined };
  }
}

/** Queues the specifications that are due. */
@Injectable()
@RunsJob(REFETCH_OPENAPI, '*/5 * * * *')
export class RefetchOpenAPISpecsJob implements JobHandler {
  constructor(private readonly dispatcher: Dispatcher) {}

  run(): Promise<void> {
    return this.dispatcher.run(new RefetchOpenAPISpecs());
  }
}
