/** Those who read: members through the API, and visitors of a site with content that adapts to them. */
import { createHmac } from 'node:crypto';
import { searchQueries } from '../../seed/markdown.mjs';

export const SECRET = 'Only for those who pay: 4711.';

/** Reads pages, trees and lists, searches, and reads again what it has. */
export function member(soak, number) {
  const { calls, spaces, organization } = soak;
  const { id, pages } = spaces.main;
  const path = `/v1/spaces/${id}`;
  const queries = searchQueries();
  const tags = new Map();
  let turn = number;
  const again = async (to) => {
    const tag = tags.get(to);
    const { status, headers } = await calls.call('GET', to, { headers: tag ? { 'if-none-match': tag } : {} });
    if (status === 200 && headers.get('etag')) tags.set(to, headers.get('etag'));
  };
  const steps = [
    () => calls.get(`${path}/content/page/${pages[turn % pages.length]}?format=markdown`),
    () => calls.get(`${path}/content/page/${pages[turn % pages.length]}`),
    () => again(`${path}/content/pages`),
    () => calls.get(`${path}/search?query=${encodeURIComponent(queries[turn % queries.length])}`),
    () => again(`${path}/content/page/${pages[turn % 20]}?format=markdown&evaluated=true`),
    () => calls.get(`/v1/orgs/${organization}/search?query=${encodeURIComponent(queries[turn % queries.length])}`),
    () => calls.get(`/v1/orgs/${organization}/spaces`),
    () => calls.get(`${path}/change-requests`),
    () => calls.get(`${path}/comments`),
    () => calls.get(`${path}/links`),
    () => calls.get(`/v1/orgs/${organization}/audit-events`),
    () => calls.get(`/v1/orgs/${organization}/conversations-clusters`),
    () => calls.get(`/v1/orgs/${organization}/members`),
    () => calls.get(`${path}/content/page/${pages[turn % pages.length]}/backlinks`),
  ];
  return { name: 'reader', every: 120, step: () => steps[turn++ % steps.length]() };
}

/** Reads a site as browsers and renderers do, as one who pays or does not. */
export function visitor(soak, number) {
  const { calls, site } = soak;
  const queries = searchQueries();
  let turn = number;
  return {
    name: 'visitor',
    every: 150,
    async step() {
      const isPaying = turn++ % 2 === 0;
      const jwt = signed(site.key, { plan: isPaying ? 'paid' : 'free' });
      const choice = turn % 6;
      const page = site.paths[turn % site.paths.length];
      if (choice === 0) return view(page);
      if (choice === 1) {
        const query = encodeURIComponent(queries[turn % queries.length]);
        await calls.call('GET', `${site.root}~/search?q=${query}`, { token: null, headers: { accept: 'text/html' } });
        return;
      }
      if (choice < 4) {
        const { text, status } = await calls.call('GET', `${site.root}${page}`, { token: null });
        if (status === 200 && !text.includes('</html>')) calls.fault(`The page ${page} of the site has no end`);
        return;
      }
      const url = `${site.root}${site.adaptive}`;
      const found = await calls.post(
        '/v1/urls/published',
        { url, visitor: { jwtToken: jwt, unsignedClaims: {} }, redirectOnError: false },
        { token: null },
      );
      const { revision } = await calls.get(`/v1/spaces/${found.space}`, { token: found.apiToken });
      const read = `/v1/spaces/${found.space}/revisions/${revision}/path/${encodeURIComponent(found.pathname)}`;
      const { markdown } = await calls.get(`${read}?format=markdown`, { token: found.apiToken });
      if (markdown.includes(SECRET) !== isPaying)
        calls.fault(`One who ${isPaying ? 'pays' : 'does not pay'} read: ${markdown.slice(0, 200)}`);
    },
  };

  async function view(page) {
    const event = {
      type: 'page_view',
      session: {
        ...{ visitorId: `visitor ${turn % 50}`, sessionId: `session ${turn % 50}`, cookies: {}, language: 'en' },
        ...{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', referrer: 'https://search.example/' },
      },
      location: {
        ...{ url: `${site.root}${page}`, siteSection: null, siteSpace: site.siteSpace, siteShareKey: null },
        ...{ space: soak.spaces.main.id, page: `page${turn % 300}`, revision: 'revision' },
      },
    };
    await calls.call('POST', `${site.path}/insights/events`, { body: { events: [event] }, token: null });
    soak.ledger.count('page views');
  }
}

function signed(key, claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iat: now, exp: now + 3_600, ...claims })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
