import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import type { NewEvent } from '../../events/domain/delivered-event.js';
import { requireInstaller } from '../../installations/domain/installation.policy.js';
import type { ScriptLogEntry } from '../../runtime/domain/scripts.js';
import { RenderComponent, type Rendered } from '../application/render.queries.js';
import { noticeFor, requireAccepted } from '../domain/rendering.js';
import { ComponentScripts, type RenderEvent } from './component-scripts.js';
import { InstalledComponents, isShownAt, type Installed } from './installed-components.js';
import { RenderedPlaces, type RenderedPlace } from './rendered-place.js';

/** One statement, what says whether the caller may be there, and what running the script takes. */
@QueryHandler(RenderComponent)
export class RenderComponentHandler implements IQueryHandler<RenderComponent> {
  constructor(
    private readonly places: RenderedPlaces,
    private readonly components: InstalledComponents,
    private readonly scripts: ComponentScripts,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, call }: RenderComponent): Promise<Rendered> {
    const place = await this.places.of(caller, call.context);
    const installed = (await this.components.of([name], place)).get(name);
    if (!installed || !isShownAt(installed, place, call.componentId))
      throw new NotFound('No such component is installed here');
    if (place.target?.kind === 'site') requireInstaller(caller, installed.organizationId);
    const asked = { ...call, context: place.context };
    const { event, answered, logs } = await this.scripts.ask(caller, asked, place, installed);
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
