import { newId } from '#kernel/domain/id';
import type { RedirectDestination } from './destination.js';
import { readSource, writeSource, type Source } from './source-path.js';

export interface RedirectState extends Source {
  organizationId: string;
  siteId: string;
  id: string;
  /** Whether the part that the wildcard matched is appended to the destination. */
  captureWildcard: boolean;
  /** A draft is not followed. */
  draft: boolean;
  permanent: boolean;
  destination: RedirectDestination;
  createdAt: Date;
  updatedAt: Date;
}

/** What a caller may change; a member left out stays. */
export interface RedirectChanges {
  source?: string | undefined;
  captureWildcard?: boolean | undefined;
  draft?: boolean | undefined;
  permanent?: boolean | undefined;
  destination?: RedirectDestination | undefined;
}

export type NewRedirect = RedirectChanges & { source: string; destination: RedirectDestination };

/** The limit of redirects per site. */
export const MAX_REDIRECTS = 5000;

/** Leads visitors of a site from a path without a page to the place of what they look for. */
export class Redirect {
  private constructor(private readonly state: RedirectState) {}

  static create(
    organizationId: string,
    siteId: string,
    { source, captureWildcard = false, draft = false, permanent = false, destination }: NewRedirect,
    now: Date,
  ): Redirect {
    return new Redirect({
      organizationId,
      siteId,
      id: newId(now.getTime()),
      ...readSource(source),
      captureWildcard,
      draft,
      permanent,
      destination,
      createdAt: now,
      updatedAt: now,
    });
  }

  static from(state: RedirectState): Redirect {
    return new Redirect(state);
  }

  get id(): string {
    return this.state.id;
  }

  /** Its display name: the source as callers write it. */
  get name(): string {
    return writeSource(this.state);
  }

  update({ source, captureWildcard, draft, permanent, destination }: RedirectChanges, now: Date): void {
    const { state } = this;
    if (source !== undefined) Object.assign(state, readSource(source));
    if (captureWildcard !== undefined) state.captureWildcard = captureWildcard;
    if (draft !== undefined) state.draft = draft;
    if (permanent !== undefined) state.permanent = permanent;
    if (destination !== undefined) state.destination = destination;
    state.updatedAt = now;
  }

  snapshot(): RedirectState {
    return structuredClone(this.state);
  }
}
