import type { IntegrationBlockView } from '../../integrations/application/integration.view.js';

/** What is drawn: a `block` of a page, a `configuration` screen or a `modal` over them, with elements in it. */
export class RootElementView {
  /** @example block */
  type!: 'block' | 'configuration' | 'modal';
  /**
   * Elements, each with its `type`.
   * @example [{"type": "markdown", "content": "Sunny, 21 °C"}]
   */
  children!: object[];
  /** The menu of a block. */
  controls?: object[];
  /** Of a modal. */
  title?: string;
  /** Likewise: elements below the title. */
  subtitle?: object[];
  /** Likewise. */
  size?: 'medium' | 'xlarge' | 'fullscreen';
  /** Likewise: what it is closed with. */
  returnValue?: Record<string, unknown>;
  /** Likewise: its button. */
  submit?: object;
}

/** What a component shows. */
export class RenderedElementView {
  /** @example element */
  type!: 'element';
  /**
   * Sent back by the client with the next action, with what the user entered since.
   * @example {}
   */
  state!: Record<string, unknown>;
  /**
   * Sent back by the client likewise.
   * @example {"city": "Lyon"}
   */
  props!: Record<string, unknown>;
  element!: RootElementView;
}

/** The end of a component: it is closed. */
export class RenderedCompletionView {
  /** @example complete */
  type!: 'complete';
  /** What the component is closed with. */
  returnValue?: Record<string, unknown>;
}

export type RenderedView = RenderedElementView | RenderedCompletionView;

/** An integration and the blocks that it adds. */
export class IntegrationBlocksView {
  /**
   * Name of the integration.
   * @example mermaid
   */
  name!: string;
  blocks!: IntegrationBlockView[];
}
