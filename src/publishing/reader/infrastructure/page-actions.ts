import type { ShownPage } from '#content';
import type { PageActionLink } from '#site-html';
import type { PageAction } from '../../customization/domain/values.js';
import { hrefOfPage } from './references.js';
import type { ServedSite } from './served-site.js';

const ASSISTANTS = [
  { name: 'ChatGPT', url: 'https://chatgpt.com/?q=' },
  { name: 'Claude', url: 'https://claude.ai/new?q=' },
] as const;

interface Known {
  /** Where the page can be edited in its repository. */
  edit: string | undefined;
  /** Whether the site answers questions. */
  ask: boolean;
}

/** What readers can do with a page, in the order of the customization. */
export function actionsOf(site: ServedSite, page: ShownPage, { edit, ask }: Known): PageActionLink[] {
  const { place, look } = site;
  const path = (page.node.path ?? '').split('/').map(encodeURIComponent).join('/');
  const markdown = `${place.basePath}${path}.md`;
  const own = (kind: 'ask' | 'mcp', name: string): PageActionLink[] => [
    { kind, href: `${place.siteBasePath}~/${name}` },
  ];
  const kinds: Record<PageAction, () => PageActionLink[]> = {
    markdown: () => [
      { kind: 'copy', href: markdown },
      { kind: 'markdown', href: markdown },
    ],
    'external-ai': () => elsewhere(site, page),
    assistant: () => (ask ? own('ask', 'search') : []),
    mcp: () => (isForAgents(site) ? own('mcp', 'connect') : []),
    git: () => (edit === undefined ? [] : [{ kind: 'edit', href: edit }]),
    // Former revisions are not printed.
    pdf: () =>
      place.preview && place.revision !== undefined && place.changeRequest === undefined
        ? []
        : [{ kind: 'pdf', href: `${place.basePath}~/pdf`, page: page.node.record.id }],
  };
  return look.pageActions.items.flatMap((item) => kinds[item]());
}

/** Assistants of others, which read the page at its published address. */
function elsewhere(site: ServedSite, { tree, node }: ShownPage): PageActionLink[] {
  const address = site.absolute(hrefOfPage(site.place.basePath, tree, node));
  const question = encodeURIComponent(`Read ${address} and answer questions about it.`);
  return ASSISTANTS.map(({ name, url }) => ({ kind: 'assistant', name, href: url + question }));
}

/** Whether programs may read the site, which have its endpoint then; a preview has none. */
export const isForAgents = ({ view, place }: ServedSite): boolean =>
  view.site.agentsContext !== 'excluded' && !place.preview;
