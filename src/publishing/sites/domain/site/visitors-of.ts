/** The key under which everything cached about the visitors of a site is invalidated together. */
export function visitorsOf(siteId: string): string {
  return `site:${siteId}`;
}
