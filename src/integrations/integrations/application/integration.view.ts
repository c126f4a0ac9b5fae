import type { OrganizationView } from '#organization';

/** How a block is written in Markdown. */
export class BlockMarkdown {
  /**
   * The language of the fenced code block.
   * @example mermaid
   */
  codeblock!: string;
  /**
   * The property of the block that holds its text.
   * @example content
   */
  body!: string;
}

/** A block that the integration adds to pages. */
export class IntegrationBlockView {
  /** @example diagram */
  id!: string;
  /** @example Diagram */
  title!: string;
  description?: string;
  /** URL of its icon. */
  icon?: string;
  /**
   * Patterns of links that become this block.
   * @example ["https://diagrams.example.com/**"]
   */
  urlUnfurl?: string[];
  markdown?: BlockMarkdown;
}

/** A component that the script draws. */
export class ComponentReference {
  /** @example configure */
  componentId!: string;
}

/** Content that the integration computes. */
export class IntegrationContentSourceView {
  /** @example issues */
  id!: string;
  /** @example Issues */
  title!: string;
  description?: string;
  /** URL of its icon. */
  icon?: string;
  configuration?: ComponentReference;
}

/** A setting that is a text. */
export class StringProperty {
  /** @example Tracking id */
  title?: string;
  description?: string;
  type!: 'string';
  default?: string;
  /** Where values to choose from are fetched. */
  completion_url?: string;
  enum?: string[];
}

/** A setting that is a number. */
export class NumberProperty {
  title?: string;
  description?: string;
  type!: 'number';
  default?: number;
}

/** A setting that is on or off. */
export class BooleanProperty {
  title?: string;
  description?: string;
  type!: 'boolean';
  default?: boolean;
}

/** A button that opens an address of the script, for example to sign in to another service. */
export class ButtonProperty {
  title?: string;
  description?: string;
  type!: 'button';
  /** @example /oauth */
  callback_url!: string;
  /** @example Authorize */
  button_text!: string;
}

/** Settings of which a form is made. */
export class ConfigurationProperties {
  /** @example {"region": {"type": "string", "title": "Region"}} */
  properties!: Record<string, StringProperty | NumberProperty | BooleanProperty | ButtonProperty>;
  /** What must be set before the installation is active. */
  required?: string[];
}

/** What is set where the integration is installed. */
export class IntegrationConfigurations {
  /** On the installation. */
  account?: ConfigurationProperties | ComponentReference;
  /** On a space installation. */
  space?: ConfigurationProperties | ComponentReference;
  /** On a site installation. */
  site?: ConfigurationProperties | ComponentReference;
}

export class IntegrationExternalLink {
  /** @example Documentation */
  label!: string;
  /** @example https://example.com/docs */
  url!: string;
}

export class IntegrationUrls {
  /**
   * Address of the integration in the API.
   * @example https://docs.example.com/v1/integrations/webhook
   */
  location!: string;
  /** Address of its icon. */
  icon?: string;
  /**
   * Address of the integration in the browser.
   * @example https://docs.example.com/o/0VbbU3z1Hn6PwDs8RtKe/integrations/webhook
   */
  app!: string;
  /**
   * Below which its pictures are.
   * @example https://docs.example.com/integration-files/0VbbUCw6Ng9XoUb5QrBe
   */
  assets!: string;
  /**
   * Where requests reach its script.
   * @example https://docs.example.com/integrations/webhook
   */
  publicEndpoint!: string;
  /**
   * Where its script answers with what frames in pages show.
   * @example https://docs.example.com/integration-content/webhook
   */
  publicContentEndpoint!: string;
}

/** What the caller may do with an integration. */
export class IntegrationPermissions {
  /** Publish versions of it, un-publish it and read its events. */
  admin!: boolean;
}

/** A script that extends Quire, with what its author declares of it. */
export class IntegrationView {
  object!: 'integration';
  /** @example webhook */
  name!: string;
  /**
   * Counts what was published under this name.
   * @example 3
   */
  version!: number;
  /** @example Webhook */
  title!: string;
  /** @example Posts events to an address of yours. */
  description?: string;
  /** Long-form Markdown. */
  summary?: string;
  /**
   * Addresses of pictures of it.
   * @example []
   */
  previewImages!: string[];
  /**
   * Where it may be installed.
   * @example all
   */
  target!: 'all' | 'site' | 'space' | 'organization';
  /** Whether this server vouches for it. */
  verified!: boolean;
  /**
   * `public`: listed for everybody. `unlisted`: for those who know its name. `private`: for the organization that owns
   * it.
   * @example public
   */
  visibility!: 'public' | 'unlisted' | 'private';
  /**
   * What its script may do, and hear of, where it is installed.
   * @example ["space:content:read"]
   */
  scopes!: (
    | 'space:content:read'
    | 'space:content:write'
    | 'space:metadata:read'
    | 'space:metadata:write'
    | 'space:git:sync'
    | 'page:feedback:read'
    | 'site:metadata:read'
    | 'site:views:read'
    | 'site:script:inject'
    | 'site:script:cookies'
    | 'site:visitor:auth'
    | 'site:visitor:claims'
    | 'site:adaptive:read'
    | 'site:adaptive:write'
    | 'openapi:read'
    | 'openapi:write'
    | 'conversations:ingest'
  )[];
  /** @example ["collaboration"] */
  categories!: ('analytics' | 'collaboration' | 'content' | 'gitsync' | 'marketing' | 'visitor-auth' | 'other')[];
  blocks?: IntegrationBlockView[];
  contentSources?: IntegrationContentSourceView[];
  configurations?: IntegrationConfigurations;
  externalLinks!: IntegrationExternalLink[];
  /** The organization that publishes it. */
  owner!: OrganizationView;
  urls!: IntegrationUrls;
  permissions!: IntegrationPermissions;
  /**
   * Sent as a header with what its script answers to browsers.
   * @example "default-src https:"
   */
  contentSecurityPolicy?: string;
}
