import { docusaurusNavigation } from './docusaurus.js';
import { mkdocsNavigation } from './mkdocs.js';
import type { Navigation, NavigationSource } from './tree.js';
import { vitepressNavigation } from './vitepress.js';

/** The navigation of MkDocs, Docusaurus or VitePress, if the tree has the files of one of them. Runs no code. */
export async function findNavigation(source: NavigationSource): Promise<Navigation | undefined> {
  return (
    (await mkdocsNavigation(source)) ?? (await docusaurusNavigation(source)) ?? (await vitepressNavigation(source))
  );
}
