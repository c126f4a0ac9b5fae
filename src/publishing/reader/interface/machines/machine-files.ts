import type { MachineFile } from '../../application/machines/machine-texts.queries.js';

const FILES: ReadonlyMap<string, MachineFile> = new Map([
  ['llms.txt', 'llms'],
  ['llms-full.txt', 'llms-full'],
  ['sitemap.xml', 'sitemap'],
  ['robots.txt', 'robots'],
  ['feed.xml', 'feed'],
  ['rss.xml', 'feed'],
]);
/** The pages of a large space are in several, of which the first has no number. */
const SITEMAP_OF_PAGES = /^sitemap-pages(?:-[1-9]\d{0,5})?\.xml$/;
const CATALOG = '/.well-known/ai-catalog.json';

/** The file for programs that a path names, if any. */
export function machineFileIn(path: string): MachineFile | undefined {
  if (path.endsWith(CATALOG)) return 'catalog';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return SITEMAP_OF_PAGES.test(name) ? 'sitemap-pages' : FILES.get(name);
}

/** What is recorded of a file that was read, if it is counted. */
export function eventOfFile(file: MachineFile): object | undefined {
  if (file === 'llms') return { type: 'llms_request', llmsVariant: 'standard' };
  if (file === 'llms-full') return { type: 'llms_request', llmsVariant: 'full' };
  return file === 'feed' ? { type: 'rss_request' } : undefined;
}
