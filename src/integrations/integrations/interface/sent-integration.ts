import type { SentIntegration } from '../application/integration.commands.js';
import type { BlockMarkdownBody, ComponentReferenceBody, PublishIntegrationBody } from './integration.body.js';

/** A request as a command takes it, with the defaults of what was left out. */
export function sentIntegration(body: PublishIntegrationBody): SentIntegration {
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

const markdownOf = ({ codeblock, body }: BlockMarkdownBody): BlockMarkdownBody => ({ codeblock, body });
const componentOf = ({ componentId }: ComponentReferenceBody): ComponentReferenceBody => ({ componentId });

/** Without the members that were left out. */
function present<T extends object>(value: T): { [M in keyof T]: Exclude<T[M], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}
