import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { JobHandler } from '../../application/jobs.js';
import type { IntegrationEvent, IntegrationEventClass } from '../../domain/integration-event.js';
import type { EventReaction } from './outbox-relay.js';

const REACTS_TO = Symbol('reacts to');
const RUNS_JOB = Symbol('runs job');

/** Marks a provider whose `handle(event)` reacts to an event. It must bear hearing an event twice. */
export function ReactsTo(event: IntegrationEventClass): ClassDecorator {
  return (target) => Reflect.defineMetadata(REACTS_TO, event.eventName, target);
}

/** Marks a provider whose `run(payload)` does the jobs of a name (`context.verb-thing`). */
export function RunsJob(name: string): ClassDecorator {
  return (target) => Reflect.defineMetadata(RUNS_JOB, name, target);
}

/** Finds, among all providers, those that react to events and those that run jobs. */
@Injectable()
export class Reactions {
  constructor(private readonly discovery: DiscoveryService) {}

  to(eventName: string): EventReaction[] {
    return this.#marked(REACTS_TO)
      .filter(([name]) => name === eventName)
      .map(([, instance]) => {
        const reaction = instance as { handle(event: IntegrationEvent): Promise<void> };
        return (event) => reaction.handle(event);
      });
  }

  jobs(): Map<string, JobHandler> {
    return new Map(this.#marked(RUNS_JOB).map(([name, instance]) => [name, instance as JobHandler]));
  }

  #marked(mark: symbol): [string, unknown][] {
    return this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const name: unknown = typeof metatype === 'function' ? Reflect.getOwnMetadata(mark, metatype) : undefined;
      return typeof name === 'string' && instance ? [[name, instance] as [string, unknown]] : [];
    });
  }
}
