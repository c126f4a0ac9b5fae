/** What robots are asked at the beginning of a site, or of a host with sites. */
export function robotsText(rules: readonly string[], sitemaps: readonly string[]): string {
  const named = sitemaps.length === 0 ? [] : ['', ...sitemaps.map((url) => `Sitemap: ${url}`)];
  return `${['User-agent: *', ...rules, ...named].join('\n')}\n`;
}
