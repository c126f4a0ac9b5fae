import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { GetSpace, type SpaceView } from '#content';
import { administersInstallations, requireInstaller } from '../../installations/domain/installation.policy.js';
import type { TargetKind } from '../../installations/domain/target-installation.js';
import type { RenderContext } from '../domain/component.js';

/** Where a component is rendered, for a caller who may see it there. */
export interface RenderedPlace {
  /** The organizations on one of which the integration is installed. */
  organizations: readonly string[];
  target?: { kind: TargetKind; id: string } | undefined;
  /** Whether the installation must have been enabled on the target itself. */
  mustBeEnabled: boolean;
  context: RenderContext;
  /** Whether the caller administers where it is installed. */
  administers: boolean;
}

/** Finds where components are rendered, and whether the caller may be there. */
@Injectable()
export class RenderedPlaces {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Throws NotFound for a place that the caller may not see, and Forbidden for one that they may not configure. */
  async of(caller: Caller, context: RenderContext): Promise<RenderedPlace> {
    switch (context.type) {
      case 'document':
        return this.#inDocument(caller, context);
      case 'configuration_space':
        return this.#ofSpace(caller, context, 'admin');
      case 'configuration_contentsource':
        return context.spaceId === undefined ? ofOrganization(caller, context) : this.#ofSource(caller, context);
      case 'configuration_account':
        return ofOrganization(caller, context);
      case 'configuration_site':
        return ofSite(caller, context);
    }
  }

  async #inDocument(caller: Caller, context: Extract<RenderContext, { type: 'document' }>): Promise<RenderedPlace> {
    const space = await this.#space(caller, context.spaceId);
    // Only those who may edit the page are shown what edits it.
    const editable = context.editable && space.permissions.edit;
    return onSpace(caller, space, { ...context, editable });
  }

  async #ofSource(
    caller: Caller,
    context: Extract<RenderContext, { type: 'configuration_contentsource' }>,
  ): Promise<RenderedPlace> {
    const place = await this.#ofSpace(caller, { ...context, spaceId: context.spaceId ?? '' }, 'edit');
    if (!place.organizations.includes(context.organizationId)) throw new NotFound('Space not found');
    return { ...place, context };
  }

  async #ofSpace(
    caller: Caller,
    context: RenderContext & { spaceId: string },
    permission: 'admin' | 'edit',
  ): Promise<RenderedPlace> {
    const space = await this.#space(caller, context.spaceId);
    if (caller.visitor || !space.permissions[permission])
      throw new Forbidden(
        `The screen is for those who may ${permission === 'admin' ? 'administer' : 'edit'} the space`,
      );
    return onSpace(caller, space, context);
  }

  async #space(caller: Caller, spaceId: string): Promise<SpaceView> {
    const space = await this.dispatcher.ask(new GetSpace(caller, spaceId));
    if (space.deletedAt !== undefined) throw new NotFound('Space not found');
    return space;
  }
}

function onSpace(caller: Caller, space: SpaceView, context: RenderContext): RenderedPlace {
  return {
    organizations: [space.organization],
    target: { kind: 'space', id: space.id },
    mustBeEnabled: false,
    context,
    administers: !caller.visitor && (space.permissions.admin || administersInstallations(caller, space.organization)),
  };
}

function ofOrganization(caller: Caller, context: RenderContext & { organizationId: string }): RenderedPlace {
  requireInstaller(caller, context.organizationId);
  return { organizations: [context.organizationId], mustBeEnabled: false, context, administers: true };
}

/** The organization of a site is that of the installation that was enabled on it. */
function ofSite(caller: Caller, context: RenderContext & { siteId: string }): RenderedPlace {
  if (caller.visitor) throw new NotFound('Site not found');
  return {
    organizations: [...caller.roles.keys()],
    target: { kind: 'site', id: context.siteId },
    mustBeEnabled: true,
    context,
    administers: true,
  };
}
