/** What renderers of published sites ask: where a URL leads, what a site is made of, what is found on it. */
import { contest, LIMIT } from '../contest.mjs';
import { searchQueries } from '../seed/markdown.mjs';
import { indexed } from './searching.mjs';

const SECTIONS = [1, 10, 100];
const KEPT = 'bare, keeping answers';
const VISIT = `create table bare.visit (host text collate "C", path text collate "C", organization text, site text,
  site_space text, site_section text, space text, base_path text, site_base_path text, canonical text, token text,
  primary key (host, path))`;

/** Resolves URLs of pages on a site of 100 sections, by 50 at a time, beside one of a single section. */
export const resolving = {
  name: 'published URL',
  async run(stage, options) {
    const [small, large] = [await siteOf(stage, 1), await siteOf(stage, 100)];
    await copyVisits(stage, large);
    const requests = requestsOf(large);
    await stage.copyAnswers(requests);
    const [bare, kept] = [await stage.startBare('visit'), await stage.startBare('answer', 'kept')];
    // What was never asked for can't be kept.
    const fresh = { requests: requestsOf(large, '-{{n}}'), limits: [LIMIT] };
    const results = await contest(
      stage,
      [
        { name: 'Quire, 100 sections', server: stage.quire, requests },
        { name: LIMIT, server: bare, requests },
        { name: KEPT, server: kept, requests },
        { name: 'Quire, 1 section', server: stage.quire, requests: requestsOf(small) },
        { name: 'Quire, 100 sections, each URL once', server: stage.quire, ...fresh },
      ],
      { ...options, connections: 50 },
    );
    for (const server of [bare, kept]) await stage.stop(server);
    const target = 'ratio ≤ 2, p99 < 30 ms';
    return results.map((result) => (result.name.startsWith('Quire') ? { ...result, target } : result));
  },
};

/** What renderers say they take, as every `fetch` does. */
export const TAKEN = { 'accept-encoding': 'gzip, deflate, br' };

/** Reads all that a renderer must know of sites of 1, 10 and 100 sections. */
export const publishedSite = {
  name: 'published site',
  async run(stage, options) {
    const contestants = [];
    for (const count of SECTIONS) {
      const { token, path } = await siteOf(stage, count);
      const server = { ...stage.quire, headers: { authorization: `Bearer ${token}`, ...TAKEN } };
      contestants.push({ name: `${count} of sections`, server, requests: [{ path: `${path}/published` }] });
    }
    return contest(stage, contestants, options);
  },
};

/** Searches a site of one space of 1,000 pages as a visitor, beside a member who searches the space. */
export const siteSearch = {
  name: 'search on a site',
  async run(stage, options) {
    const space = await stage.space(1_000);
    await indexed(stage, space);
    const { path, token } = await publish(stage, [space.id], 'Searched');
    const visitor = { ...stage.quire, headers: { authorization: `Bearer ${token}` } };
    const headers = { 'content-type': 'application/json' };
    const onSite = searchQueries().map((query) => ({
      method: 'POST',
      path: `${path}/search?limit=20`,
      headers,
      body: JSON.stringify({ query, scope: { mode: 'all' } }),
    }));
    const inSpace = searchQueries().map((query) => ({
      path: `/v1/spaces/${space.id}/search?limit=20&query=${encodeURIComponent(query)}`,
    }));
    return contest(
      stage,
      [
        { name: 'a visitor, on the site', server: visitor, requests: onSite },
        { name: 'a member, in the space', server: stage.quire, requests: inSpace },
      ],
      options,
    );
  },
};

const EVENTS = [1, 10, 100];

/** Tells of page views, so many with a request. */
export const trackedEvents = {
  name: 'page views told',
  async run(stage, options) {
    const { path } = await siteOf(stage, 1);
    const contestants = EVENTS.map((count) => ({
      name: `${count} with a request`,
      server: { ...stage.quire, headers: { 'content-type': 'application/json' } },
      requests: [{ method: 'POST', path: `${path}/insights/events`, body: JSON.stringify({ events: viewsOf(count) }) }],
    }));
    return contest(stage, contestants, { ...options, expected: 204 });
  },
};

function viewsOf(count) {
  return Array.from({ length: count }, (_, i) => ({
    type: 'page_view',
    session: {
      visitorId: `visitor {{n}} ${i}`,
      sessionId: `session {{n}} ${i}`,
      cookies: {},
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
      language: 'en',
      referrer: 'https://search.example/',
    },
    location: {
      url: 'https://docs.example/guides/install',
      siteSection: null,
      siteSpace: 'sitespace',
      siteShareKey: null,
      space: 'space',
      page: `page${i}`,
      revision: 'revision',
    },
  }));
}

/** The site with so many sections, of one space each, made when it is first asked for. */
async function siteOf(stage, count) {
  stage.sites ??= new Map();
  if (!stage.sites.has(count)) stage.sites.set(count, await makeSite(stage, count));
  return stage.sites.get(count);
}

async function makeSite(stage, count) {
  const spaces = [];
  for (let i = 0; i < count; i++) spaces.push(await stage.emptySpace(`Section ${i}`));
  return publish(stage, spaces, `Of ${count}`);
}

/** Publishes spaces of the organization, each as a section. */
export async function publish(stage, spaces, title) {
  const sites = `/v1/orgs/${stage.organization.id}/sites`;
  const { id } = await stage.api.post(sites, { title });
  const path = `${sites}/${id}`;
  for (const [i, spaceId] of spaces.entries()) {
    await stage.api.post(`${path}/sections`, { spaceId, title: `Section ${i}` });
  }
  const { urls } = await stage.api.post(`${path}/publish`, {});
  const visit = (url) => stage.api.get(`/v1/urls/published?url=${encodeURIComponent(url)}`);
  return { path, spaces, root: urls.published, visit, token: (await visit(urls.published)).apiToken };
}

/** Pages on all sections but the default one; `page` is put behind their names. */
export function requestsOf({ root, spaces }, page = '') {
  const urls = spaces.length === 1 ? [root] : spaces.slice(1).map((_, i) => `${root}section-${i + 1}/`);
  return urls.flatMap((url) =>
    ['guides/install', 'guides/first-steps', 'reference/errors/list'].map((name) => ({
      method: 'POST',
      path: '/v1/urls/published',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: url + name + page, visitor: { unsignedClaims: {} }, redirectOnError: false }),
    })),
  );
}

/** Copies for the bare limit where each section is. */
async function copyVisits(stage, { root, spaces, visit }) {
  await stage.database.query(VISIT);
  for (const i of spaces.keys()) {
    if (i === 0) continue;
    const url = new URL(`${root}section-${i}/`);
    const found = await visit(url.href);
    await stage.database.query('insert into bare.visit values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      ...[url.hostname, url.pathname.replace(/^\/|\/$/g, ''), found.organization, found.site, found.siteSpace],
      ...[found.siteSection, found.space, found.basePath, found.siteBasePath, url.href, found.apiToken],
    ]);
  }
  await stage.database.query('vacuum analyze bare.visit');
}
