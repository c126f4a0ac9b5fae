import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { newId } from '#kernel/domain/id';
import { RENDERED } from '../../events/domain/delivered-event.js';
import { ScriptFailed, Scripts, type ScriptLogEntry } from '../../runtime/domain/scripts.js';
import type { ComponentCall } from '../domain/component.js';
import { readAnswer, type Answered } from '../domain/rendering.js';
import type { Installed } from './installed-components.js';
import type { RenderedPlace } from './rendered-place.js';

/** What the script is sent. */
export interface RenderEvent extends ComponentCall {
  eventId: string;
  type: typeof RENDERED;
  installationId: string;
  spaceId?: string;
  siteId?: string;
  /** Absent for visitors. */
  auth?: { userId: string };
}

/** What came of it, with what the script wrote where it failed. */
export interface Asked {
  event: RenderEvent;
  answered: Answered;
  logs: readonly ScriptLogEntry[];
}

/** Most calls of one integration at the same time, in this process: what renders slowly must not pile up. */
const MOST_AT_ONCE = 30;
/** How long a notice waits for what the script wrote, milliseconds. */
const PATIENCE_MS = 300;

/** Has scripts render components. */
@Injectable()
export class ComponentScripts {
  /** Calls that are running, by integration. */
  readonly #running = new Map<string, number>();

  constructor(private readonly scripts: Scripts) {}

  async ask(caller: Caller, call: ComponentCall, place: RenderedPlace, installed: Installed): Promise<Asked> {
    const event = eventOf(caller, call, place, installed);
    const { id: integrationId } = installed;
    const running = this.#running.get(integrationId) ?? 0;
    if (running >= MOST_AT_ONCE) return { event, answered: { kind: 'failed', reason: 'The script is busy' }, logs: [] };
    this.#running.set(integrationId, running + 1);
    try {
      return { event, ...(await this.#run(event, place, installed)) };
    } finally {
      this.#ended(integrationId);
    }
  }

  async #run(event: RenderEvent, { target }: RenderedPlace, installed: Installed): Promise<Omit<Asked, 'event'>> {
    const { id: integrationId, installationId, organizationId } = installed;
    const installation = { id: installationId, organizationId };
    try {
      const reply = await this.scripts.run({ integrationId, installation, target, event: { ...event }, depth: 1 });
      const answered: Answered = reply ? readAnswer(reply) : { kind: 'unknown' };
      return { answered, logs: reply && answered.kind === 'failed' ? await soon(reply.logs) : [] };
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error;
      return { answered: { kind: 'failed', reason: error.message }, logs: error.logs };
    }
  }

  #ended(integrationId: string): void {
    const left = (this.#running.get(integrationId) ?? 1) - 1;
    if (left > 0) this.#running.set(integrationId, left);
    else this.#running.delete(integrationId);
  }
}

function eventOf(
  caller: Caller,
  call: ComponentCall,
  { target }: RenderedPlace,
  { installationId }: Installed,
): RenderEvent {
  return {
    ...{ eventId: newId(), type: RENDERED, installationId },
    ...(target ? { [`${target.kind}Id`]: target.id } : {}),
    ...(caller.visitor ? {} : { auth: { userId: caller.userId } }),
    ...call,
  };
}

/** What a script wrote; nothing, if it is still at work after its answer. */
async function soon(logs: Promise<readonly ScriptLogEntry[]>): Promise<readonly ScriptLogEntry[]> {
  const waiting = new AbortController();
  try {
    return await Promise.race([logs, setTimeout(PATIENCE_MS, [], { signal: waiting.signal })]);
  } finally {
    waiting.abort();
  }
}
