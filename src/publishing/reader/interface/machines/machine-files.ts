import type { MachineFile } from '../../application/machines/machine-texts.queries.js';

const FILES: ReadonlyMap<string, MachineFile> = new Map([
  ['llms.txt', 'llms'],
  ['llms-full.txt', 'llms-full'],
  ['sitemap.xml', 'sitemap'],
  ['sitemap-pages.xml', 'sitemap-pages'],
  ['robots.txt', 'robots'],
  ['feed.xml', 'feed'],
  ['rss.xml', 'feed'],
]);
const CATALOG = '/.well-known/ai-catalog.json';

/** The file for programs that a path names, if any. */
export function machineFileIn(path: string): MachineFile | undefined {
  return path.endsWith(CATALOG) ? 'catalog' : FILES.get(path.slice(path.lastIndexOf('/') + 1));
}

/** What is recorded of a file that was read, if it is counted. */
export function eventOfFile(file: MachineFile): object | undefined {
  if (file === 'llms') return { type: 'llms_request', llmsVariant: 'standard' };
  if (file === 'llms-full') return { type: 'llms_request', llmsVariant: 'full' };
  return file === 'feed' ? { type: 'rss_request' } : undefined;
}
