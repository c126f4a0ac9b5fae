import { Injectable } from '@nestjs/common';
import type { JobHandler } from '../../application/jobs.js';
import { REACTS_TO, RUNS_JOB, type JobMark, type ReactionMark } from '../../application/reactions.js';
import type { IntegrationEvent } from '../../domain/integration-event.js';
import { MarkedProviders } from '../marked-providers.js';
import { BoundingRuns } from '../retention/bounding-runs.js';
import { CarriedEventChain } from '../requests/carried-event-chain.js';

const NONE: readonly ReactionMark[] = [];

/** Finds the providers that react to events or run jobs. */
@Injectable()
export class Reactions {
  #byEvent: ReadonlyMap<string, readonly ReactionMark[]> | undefined;

  constructor(
    private readonly providers: MarkedProviders,
    private readonly chain: CarriedEventChain,
    private readonly runs: BoundingRuns,
  ) {}

  /** The reactions to an event; called for each event that is stored, so they are looked up once. */
  to(eventName: string): readonly ReactionMark[] {
    this.#byEvent ??= this.#findByEvent();
    return this.#byEvent.get(eventName) ?? NONE;
  }

  /** The conditions in SQL of reactions that have one, by the names of their jobs. */
  conditions(): ReadonlyMap<string, string> {
    const marks = this.providers.with<ReactionMark>(REACTS_TO).map(([mark]) => mark);
    return new Map(marks.flatMap(({ name, onlyWhere }) => (onlyWhere === undefined ? [] : [[name, onlyWhere]])));
  }

  /** The handlers for the jobs of reactions, except slow ones. */
  reactions(): Map<string, JobHandler> {
    return this.#reactions(false);
  }

  /** The handlers for jobs that mostly wait. */
  waitingJobs(): Map<string, JobHandler> {
    return new Map(this.#jobs(true));
  }

  /** The handlers for all other jobs. */
  jobs(): Map<string, JobHandler> {
    return new Map([...this.#jobs(false), ...this.#reactions(true)]);
  }

  /** The scheduled jobs, with five cron fields in UTC. */
  schedules(): { job: string; schedule: string }[] {
    return this.providers.with<JobMark>(RUNS_JOB).flatMap(([{ name, schedule }, job]) => {
      const at = schedule ?? (job as JobHandler).schedule;
      return at === undefined ? [] : { job: name, schedule: at };
    });
  }

  /** The names of reactions whose parked jobs are kept, however old they are. */
  keptWhenParked(): string[] {
    return this.providers.with<ReactionMark>(REACTS_TO).flatMap(([{ name, kept = false }]) => (kept ? name : []));
  }

  #jobs(waiting: boolean): (readonly [string, JobHandler])[] {
    return this.providers
      .with<JobMark>(RUNS_JOB)
      .filter(([{ waits = false }]) => waits === waiting)
      .map(([{ name, bounds }, job]) => [name, this.#following(job as JobHandler, bounds ? name : undefined)] as const);
  }

  #findByEvent(): ReadonlyMap<string, readonly ReactionMark[]> {
    const found = new Map<string, ReactionMark[]>();
    for (const [mark, instance] of this.providers.with<ReactionMark>(REACTS_TO)) {
      if ((instance as { present?: boolean }).present === false) continue;
      found.set(mark.event, [...(found.get(mark.event) ?? []), mark]);
    }
    return found;
  }

  #reactions(slow: boolean): Map<string, JobHandler> {
    return new Map(
      this.providers
        .with<ReactionMark>(REACTS_TO)
        .filter(([mark]) => (mark.slow ?? false) === slow)
        .map(([{ name }, instance]) => {
          const reaction = instance as { handle(event: IntegrationEvent, signal: AbortSignal): Promise<void> };
          return [
            name,
            this.#following({ run: (event, signal) => reaction.handle(event as IntegrationEvent, signal) }),
          ];
        }),
    );
  }

  /** A handler whose work belongs to the chain of events that its job was enqueued in; the end of `noted` is noted. */
  #following(handler: JobHandler, noted?: string): JobHandler {
    const { parked } = handler;
    return {
      run: async (payload, signal) => {
        await this.chain.follow(payload, () => handler.run(payload, signal));
        if (noted !== undefined) await this.runs.note(noted);
      },
      ...(parked && { parked: (payload) => parked.call(handler, payload) }),
    };
  }
}
