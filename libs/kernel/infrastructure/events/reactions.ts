import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { JobHandler } from '../../application/jobs.js';
import { REACTS_TO, RUNS_JOB, type JobMark } from '../../application/reactions.js';
import type { IntegrationEvent } from '../../domain/integration-event.js';
import type { EventReaction } from './outbox-relay.js';

/** Finds, among all providers, those that react to events and those that run jobs. */
@Injectable()
export class Reactions {
  constructor(private readonly discovery: DiscoveryService) {}

  to(eventName: string): EventReaction[] {
    return this.#marked<string>(REACTS_TO)
      .filter(([name]) => name === eventName)
      .map(([, instance]) => {
        const reaction = instance as { handle(event: IntegrationEvent): Promise<void> };
        return (event) => reaction.handle(event);
      });
  }

  jobs(): Map<string, JobHandler> {
    return new Map(this.#marked<JobMark>(RUNS_JOB).map(([{ name }, instance]) => [name, instance as JobHandler]));
  }

  /** The jobs that run by themselves, and when (five cron fields, UTC). */
  schedules(): { job: string; schedule: string }[] {
    return this.#marked<JobMark>(RUNS_JOB).flatMap(([{ name, schedule }]) => (schedule ? { job: name, schedule } : []));
  }

  #marked<M>(mark: symbol): [M, unknown][] {
    return this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const value =
        typeof metatype === 'function' ? (Reflect.getOwnMetadata(mark, metatype) as M | undefined) : undefined;
      return value !== undefined && instance ? [[value, instance] as [M, unknown]] : [];
    });
  }
}
