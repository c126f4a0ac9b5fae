import type { ConfigurationSchema } from '../../integrations/domain/configuration-schema.js';
import type { Manifest } from '../../integrations/domain/manifest.js';

/** Where a component is shown, as the script gets it. */
export type RenderContext = { theme: 'light' | 'dark' } & (
  | { type: 'document'; spaceId: string; editable: boolean }
  | { type: 'configuration_account'; organizationId: string }
  | { type: 'configuration_space'; spaceId: string }
  | { type: 'configuration_site'; siteId: string }
  | { type: 'configuration_contentsource'; organizationId: string; spaceId?: string | undefined }
);

/** A component that is to be rendered, with what the client knows of it. */
export interface ComponentCall {
  componentId: string;
  props: Readonly<Record<string, unknown>>;
  /** Absent the first time. */
  state?: Readonly<Record<string, unknown>> | undefined;
  /** What the user has done; absent where there is only something to show. */
  action?: (Readonly<Record<string, unknown>> & { action: string }) | undefined;
  context: RenderContext;
}

/** What an integration declares of its components. */
export type DeclaredComponents = Pick<Manifest, 'blocks' | 'configurations' | 'contentSources'>;

/**
 * Whether a component may be shown there. What the integration declares as a configuration screen is nothing else: its
 * actions change what is set. Components that it does not declare open from others, anywhere.
 */
export function mayBeShown(declared: DeclaredComponents, componentId: string, type: RenderContext['type']): boolean {
  const places = placesOf(declared, componentId);
  return places.length === 0 || places.includes(type);
}

function placesOf(
  { blocks, configurations, contentSources }: DeclaredComponents,
  componentId: string,
): RenderContext['type'][] {
  const configures = (schema: ConfigurationSchema | undefined): boolean =>
    schema !== undefined && 'componentId' in schema && schema.componentId === componentId;
  const places: [RenderContext['type'], boolean][] = [
    ['document', blocks.some(({ id }) => id === componentId)],
    ['configuration_account', configures(configurations.account)],
    ['configuration_space', configures(configurations.space)],
    ['configuration_site', configures(configurations.site)],
    ['configuration_contentsource', contentSources.some((source) => source.configuration?.componentId === componentId)],
  ];
  return places.flatMap(([place, isDeclared]) => (isDeclared ? [place] : []));
}

/** Whether an installation, and its record for the space or site, lets a component be shown: screens set it up. */
export function worksFor(type: RenderContext['type'], status: string | null): boolean {
  return status === 'active' || (status === 'pending' && type !== 'document');
}
