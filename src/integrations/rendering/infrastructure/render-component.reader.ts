import { setTimeout } from 'node:timers/promises';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { RENDERED, type NewEvent } from '../../events/domain/delivered-event.js';
import { requireInstaller } from '../../installations/domain/installation.policy.js';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { DECLARED_COMPONENTS } from '../../integrations/infrastructure/reading.js';
import { ScriptFailed, Scripts, type ScriptLogEntry } from '../../runtime/domain/scripts.js';
import { RenderComponent, type Rendered } from '../application/render.queries.js';
import { mayBeShown, worksFor, type ComponentCall, type DeclaredComponents } from '../domain/component.js';
import { noticeFor, readAnswer, requireAccepted, type Answered } from '../domain/rendering.js';
import { RenderedPlaces, type RenderedPlace } from './rendered-place.js';

interface Installed extends DeclaredComponents {
  id: string;
  installationId: string;
  organizationId: string;
  status: string;
  targetStatus: string | null;
  coversAll: boolean;
}

/** Most calls of one integration at the same time, in this process: what renders slowly must not pile up. */
const MOST_AT_ONCE = 30;
/** How long a notice waits for what the script wrote, milliseconds. */
const PATIENCE_MS = 300;

/** One statement, what says whether the caller may be there, and what running the script takes. */
@QueryHandler(RenderComponent)
export class RenderComponentHandler implements IQueryHandler<RenderComponent> {
  /** Calls that are running, by integration. */
  readonly #running = new Map<string, number>();

  constructor(
    private readonly places: RenderedPlaces,
    private readonly sql: SqlQuery,
    private readonly scripts: Scripts,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, call }: RenderComponent): Promise<Rendered> {
    const place = await this.places.of(caller, call.context);
    const installed = await this.#installed(name, place, call.componentId);
    if (place.target?.kind === 'site') requireInstaller(caller, installed.organizationId);
    const event = eventOf(caller, { ...call, context: place.context }, place, installed);
    const { answered, logs } = await this.#ask(event, place, installed);
    if (answered.kind === 'unknown') throw new NotFound('The integration has no such component');
    requireAccepted(call, answered);
    if (answered.kind === 'shown') return answered;
    const { reason } = answered;
    return {
      output: noticeFor(call, reason, place.administers),
      maxAge: undefined,
      failure: {
        event: loggedOf(event, place, installed),
        logs: [...logs, errorEntry(reason, this.clock.now())],
        forVisitor: caller.visitor !== undefined,
      },
    };
  }

  /** The installation that covers the place, with what its integration declares. */
  async #installed(name: string, place: RenderedPlace, componentId: string): Promise<Installed> {
    const { organizations, target, mustBeEnabled, context } = place;
    const row = await this.sql.row<Installed & {}>(
      'rendering.installed',
      `select i.id, i.blocks, i.configurations, i.content_sources as "contentSources", n.id as "installationId",
         n.organization_id as "organizationId", n.status, t.status as "targetStatus",
         case $3 when 'space' then n.space_selection = 'all' else n.site_selection = 'all' end as "coversAll"
       from ${DECLARED_COMPONENTS} i
       join ${INSTALLATIONS} n on n.integration_id = i.id and n.organization_id = any($2)
       left join ${TARGET_INSTALLATIONS} t on t.organization_id = n.organization_id and t.installation_id = n.id
         and t.kind = $3 and t.target_id = $4
       where i.name = $1 and ($5 = false or t.target_id is not null) order by n.id limit 1`,
      [name, organizations, target?.kind ?? null, target?.id ?? null, mustBeEnabled],
    );
    const isThere =
      row &&
      worksFor(context.type, row.status) &&
      (!target || (row.targetStatus === null ? row.coversAll : worksFor(context.type, row.targetStatus))) &&
      mayBeShown(row, componentId, context.type);
    if (!isThere) throw new NotFound('No such component is installed here');
    return row;
  }

  async #ask(event: RenderEvent, place: RenderedPlace, installed: Installed): Promise<Asked> {
    const { id: integrationId } = installed;
    const running = this.#running.get(integrationId) ?? 0;
    if (running >= MOST_AT_ONCE) return { answered: { kind: 'failed', reason: 'The script is busy' }, logs: [] };
    this.#running.set(integrationId, running + 1);
    try {
      return await this.#run(event, place, installed);
    } finally {
      this.#ended(integrationId);
    }
  }

  async #run(event: RenderEvent, { target }: RenderedPlace, installed: Installed): Promise<Asked> {
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

/** What the script is sent. */
interface RenderEvent extends ComponentCall {
  eventId: string;
  type: typeof RENDERED;
  installationId: string;
  spaceId?: string;
  siteId?: string;
  /** Absent for visitors. */
  auth?: { userId: string };
}

/** What came of it, with what the script wrote where it failed. */
interface Asked {
  answered: Answered;
  logs: readonly ScriptLogEntry[];
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

/** The event for the log, which the author reads: without what a user entered or was shown. */
function loggedOf(
  { eventId, type, spaceId, siteId, componentId }: RenderEvent,
  { target }: RenderedPlace,
  { id: integrationId, installationId, organizationId }: Installed,
): NewEvent {
  const about = { ...(spaceId === undefined ? {} : { spaceId }), ...(siteId === undefined ? {} : { siteId }) };
  const payload = { ...about, componentId };
  return { id: eventId, type, organizationId, integrationId, installationId, target, payload, depth: 1 };
}

function errorEntry(message: string, now: Date): ScriptLogEntry {
  return { level: 'error', message, timestamp: now.toISOString() };
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
