import type { IntegrationBlock, IntegrationContentSource, Manifest } from '../domain/manifest.js';
import type { SentIntegration } from './integration.commands.js';

/** What a publish says: nearly all of it may be left out. */
export type PublicationRequest = Pick<Manifest, 'title' | 'description' | 'scopes'> &
  Pick<SentIntegration, 'organization' | 'script'> &
  Partial<Omit<SentIntegration['manifest'], 'title' | 'description' | 'scopes'>> &
  Partial<Omit<SentIntegration, 'manifest' | 'organization' | 'script'>>;

/** A request as a command takes it, with the defaults of what was left out. */
export function sentIntegration(body: PublicationRequest): SentIntegration {
  const { runtime = 'v1', title, description, summary = '', target = 'all', scopes, categories = [] } = body;
  const { blocks = [], contentSources = [], externalLinks = [] } = body;
  return {
    organization: body.organization,
    visibility: body.visibility ?? 'private',
    manifest: {
      ...{ runtime, title, description, summary, target },
      scopes: [...new Set(scopes)],
      categories: [...new Set(categories)],
      blocks: blocks.map(({ id, title, description, icon, urlUnfurl, markdown }) =>
        present({ id, title, description, icon, urlUnfurl, markdown: markdown && markdownOf(markdown) }),
      ),
      contentSources: contentSources.map(({ id, title, description, icon, configuration }) =>
        present({ id, title, description, icon, configuration: configuration && componentOf(configuration) }),
      ),
      externalLinks: externalLinks.map(({ label, url }) => ({ label, url })),
    },
    configurations: body.configurations ?? {},
    contentSecurityPolicy: body.contentSecurityPolicy,
    script: body.script,
    secrets: body.secrets ?? {},
    icon: body.icon,
    previewImages: body.previewImages ?? [],
  };
}

type Markdown = NonNullable<IntegrationBlock['markdown']>;
type Component = NonNullable<IntegrationContentSource['configuration']>;

const markdownOf = ({ codeblock, body }: Markdown): Markdown => ({ codeblock, body });
const componentOf = ({ componentId }: Component): Component => ({ componentId });

/** Without the members that were left out. */
function present<T extends object>(value: T): { [M in keyof T]: Exclude<T[M], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}
