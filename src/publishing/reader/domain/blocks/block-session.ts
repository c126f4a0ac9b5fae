import type { Action, RenderedCompletion, RenderOutput } from '#contentkit';
import type { IntegrationBlock } from '#rich-document';
import type { BlockRequest } from '../../../contract/shown-blocks.js';

/** A component as a reader left it. */
export interface BlockView {
  component: string;
  props: Readonly<Record<string, unknown>>;
  /** Absent before the script was asked. */
  state?: Readonly<Record<string, unknown>> | undefined;
}

/** Components that may be open over a block. */
const MOST_OPEN = 5;
const OPENS = '@ui.modal.open';
const CLOSES = '@ui.modal.close';

/**
 * Where a reader is in a block: the block itself, and what it opened, of which the last is shown. What is done in it
 * leads to what the script is asked next.
 */
export class BlockSession {
  private constructor(
    readonly views: readonly BlockView[],
    private readonly next: Pick<BlockRequest, 'action' | 'isDone'> = {},
  ) {}

  /** As the document has it; it may say what is done first. */
  static of({ data }: IntegrationBlock): BlockSession {
    const { block: component, props, action } = data;
    return new BlockSession([{ component, props }], isAction(action) ? { action } : {});
  }

  static at(views: readonly BlockView[]): BlockSession {
    return new BlockSession(views);
  }

  get shown(): BlockView {
    return this.views.at(-1) ?? { component: '', props: {} };
  }

  wanted(integration: string): BlockRequest {
    return { integration, ...this.shown, ...this.next };
  }

  /** With what was entered. */
  entered(state: Readonly<Record<string, unknown>>): BlockSession {
    return new BlockSession([...this.views.slice(0, -1), { ...this.shown, state }]);
  }

  /** After an action was chosen. Undefined for what can't be done here. */
  done(action: Action): BlockSession | undefined {
    if (action.action === OPENS) return this.#open(action);
    if (action.action === CLOSES) return this.closed(returned(action['returnValue']));
    return action.action.startsWith('@') ? undefined : new BlockSession(this.views, { action, isDone: true });
  }

  /** After what is shown was closed; what opened it is given what it was closed with. Undefined for the block itself. */
  closed(returnValue?: Record<string, unknown>): BlockSession | undefined {
    const below = this.views.slice(0, -1);
    if (below.length === 0) return undefined;
    if (returnValue === undefined) return new BlockSession(below, { isDone: true });
    const action = { action: CLOSES, modalComponentId: this.shown.component, returnValue };
    return new BlockSession(below, { action, isDone: true });
  }

  /** With what the script answered. A component that has ended is closed; undefined where nothing is left to show. */
  answered(output: RenderOutput): BlockSession | undefined {
    if (output.type === 'complete') return this.closed(returned((output as RenderedCompletion).returnValue));
    const { state, props } = output;
    return new BlockSession([...this.views.slice(0, -1), { component: this.shown.component, props, state }]);
  }

  #open({ componentId, props }: Action): BlockSession | undefined {
    if (typeof componentId !== 'string' || this.views.length > MOST_OPEN) return undefined;
    const view = { component: componentId, props: returned(props) ?? {} };
    return new BlockSession([...this.views, view], { isDone: true });
  }
}

const isAction = (value: unknown): value is Action =>
  typeof (value as Partial<Action> | null | undefined)?.action === 'string';

/** Undefined for nothing, and for what is no object. */
function returned(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length > 0 ? (value as Record<string, unknown>) : undefined;
}
