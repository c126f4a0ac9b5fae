/** As whom the visitors of a site call: what is known of all of them is forgotten together. */
export function visitorsOf(siteId: string): string {
  return `site:${siteId}`;
}
