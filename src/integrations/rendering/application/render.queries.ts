import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { NewEvent } from '../../events/domain/delivered-event.js';
import type { ScriptLogEntry } from '../../runtime/domain/scripts.js';
import type { ComponentCall } from '../domain/component.js';
import type { IntegrationBlocksView, RenderedView } from './rendering.view.js';

export type { ComponentCall, RenderContext } from '../domain/component.js';

/** A request that failed, and what the script wrote, for the log. */
export interface RenderFailure {
  event: NewEvent;
  logs: readonly ScriptLogEntry[];
  /** Whether a visitor of a site asked, by way of a renderer. */
  forVisitor: boolean;
}

/** What is shown of a component. */
export interface Rendered {
  output: RenderedView;
  /** Where there is a notice. */
  failure?: RenderFailure | undefined;
  /** For how many seconds the client may keep it; undefined where it may not. */
  maxAge: number | undefined;
}

/**
 * Lets the script of an integration render a component. Where the script fails there is a notice instead. NotFound
 * where the integration is not installed, or has no such component; Forbidden for those who may not configure it.
 */
export class RenderComponent extends Query<Rendered> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly call: ComponentCall,
  ) {
    super();
  }
}

/** The blocks that active integrations add to a space. */
export class ListSpaceBlocks extends Query<IntegrationBlocksView[]> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}
