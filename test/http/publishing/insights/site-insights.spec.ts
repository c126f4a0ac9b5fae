import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Json } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { taken, TestSite } from '../visits/visits.js';

const DAY = 86_400_000;

describe('insights of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
  });

  afterAll(() => server.stop());

  const newSite = async () => (site = await TestSite.publish(server, ada, ['Guide']));
  const event = (type: string, more: object = {}, visitorId = 'visitor-1'): object => ({
    type,
    session: {
      visitorId,
      sessionId: 'session-1',
      cookies: { secret: 'cookie' },
      ip: '192.0.2.1',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
      language: 'en',
      referrer: 'https://search.example/?q=private',
    },
    location: {
      url: 'https://docs.example/page?token=private',
      siteSection: null,
      siteSpace: 'ss1',
      space: 's1',
      page: 'p1',
    },
    timestamp: server.clock.now().toISOString(),
    ...more,
  });
  const track = async (...events: unknown[]) =>
    (await server.anonymous.post(`${site.path}/insights/events`, { events })).status;
  const columns = async (body: object): Promise<Record<string, unknown[]>> => {
    const { columns: all } = taken(
      await ada.api.post(`${site.path}/insights/events/aggregate`, { range: 'last7Days', ...body }),
    );
    return Object.fromEntries(
      (all as Json[]).map(({ column, claim, values }) => [
        [column, claim].filter(Boolean).join(' '),
        values as unknown[],
      ]),
    );
  };
  const refusal = async (body: object) =>
    (await ada.api.post(`${site.path}/insights/events/aggregate`, { range: 'last7Days', ...body })).body.error.message;

  it('are reported without a token, and counted', async () => {
    await newSite();
    expect(await track(event('page_view'), event('page_view', {}, 'visitor-2'), event('search_open'))).toBe(204);
    expect(await columns({})).toEqual({ eventsCount: [3] });
    expect(await columns({ select: [{ column: 'visitorsCount' }] })).toEqual({ visitorsCount: [2] });
    expect(await columns({ groupBy: [{ column: 'eventType' }] })).toEqual({
      eventType: ['page_view', 'search_open'],
      eventsCount: [2, 1],
    });
  });

  it('keep nothing that leads back to a visitor, who is another one the next day', async () => {
    await newSite();
    await track(event('page_view'), event('page_view'));
    const rows = await server.rows(
      'select to_jsonb(e)::text as text from publishing.insight_event e where site_id = $1',
      [site.id],
    );
    const kept = rows.map(({ text }) => String(text)).join();
    expect(kept).toContain('search.example');
    expect(kept).not.toMatch(/visitor-1|session-1|cookie|192\.0\.2|Mozilla|private|Chrome/);
    const all = [{ column: 'visitorsCount' }];
    expect(await columns({ select: all })).toEqual({ visitorsCount: [1] });
    server.clock.advance(DAY);
    await track(event('page_view'));
    expect(await columns({ select: all })).toEqual({ visitorsCount: [2] });
  });

  /** Installs an integration that follows all sites of the organization. */
  async function follow(...scopes: string[]): Promise<string> {
    const base = `/v1/integrations/follower-${Date.now()}-${scopes.length}`;
    taken(await ada.api.post(base, publication(ada.organization, { scopes })));
    const { id } = taken(await ada.api.post(`${base}/installations`, { organization: ada.organization }));
    return `${base}/installations/${String(id)}`;
  }

  it('are passed on only if an integration follows them, which costs a look at most every few seconds', async () => {
    const events = async (): Promise<number> =>
      (
        await server.rows(
          `delete from public.event where payload->>'site' = $1 and name in ('publishing.site-viewed',
             'publishing.page-feedback-given') returning id`,
          [site.id],
        )
      ).length;
    const statements = async (...sent: unknown[]): Promise<number> => {
      const spied = jest.spyOn(pg.Client.prototype, 'query');
      await track(...sent);
      const { length } = spied.mock.calls;
      spied.mockRestore();
      return length;
    };
    const rated = event('page_post_feedback', { feedback: { rating: 'ok' } });
    await newSite();
    await track(event('page_view'), rated);
    expect(await statements(event('page_view'), rated)).toBe(await statements(event('search_open')));
    expect(await events()).toBe(0);
    const installation = await follow('site:views:read');
    await newSite();
    await track(event('page_view'), rated);
    expect(await events()).toBe(1);
    expect((await ada.api.delete(installation)).status).toBe(204);
  });

  it('are passed on with what was sent of the visitor, without what opens the site', async () => {
    const installation = await follow('site:views:read', 'page:feedback:read');
    await newSite();
    const passedOn = (name: string) =>
      server
        .rows<{ visit: Json; feedback: unknown }>(
          `delete from public.event where name = $1 and payload->>'site' = $2
           returning id, payload->'visit' as visit, payload->'feedback' as feedback`,
          [name, site.id],
        )
        .then((rows) => rows.map(({ visit, feedback }) => ({ visit, feedback })));
    const key = 'k'.repeat(43);
    const session = {
      visitorId: 'visitor-1',
      cookies: { theme: 'dark', 'gitbook-visitor-token~x': 'secret', odd: 7 },
      ip: '192.0.2.1',
      userAgent: 'Browser',
      language: 'en-US',
      referrer: `https://docs.example/${key}/before?q=1`,
    };
    const url = `https://ada:word@docs.example/${key}/page?utm_source=x&jwt_token=secret#part`;
    const location = { url, siteSpace: 'ss1', space: 's1', page: 'p1', siteShareKey: key };
    await track(event('page_view', { session, location }), event('search_open'));
    const visitor = {
      anonymousId: 'visitor-1',
      cookies: { theme: 'dark' },
      userAgent: 'Browser',
      ip: '192.0.2.1',
      language: 'en-US',
    };
    const visit = {
      siteSpaceId: 'ss1',
      spaceId: 's1',
      pageId: 'p1',
      visitor,
      url: 'https://docs.example/page?utm_source=x',
      referrer: 'https://docs.example/before?q=1',
    };
    expect(await passedOn('publishing.site-viewed')).toEqual([{ visit, feedback: null }]);
    const comment = `${'x'.repeat(511)}yz`;
    await track(
      { type: 'page_post_feedback', feedback: { rating: 'ok' } },
      event('page_post_feedback_comment', { session, location, feedback: { rating: 'bad', comment } }),
      event('page_post_feedback', { feedback: {} }),
    );
    const unknown = { anonymousId: '', cookies: {}, userAgent: '', ip: expect.stringMatching(/127\.0\.0\.1|::1/) };
    expect(await passedOn('publishing.page-feedback-given')).toEqual([
      { visit: { visitor: unknown, url: '', referrer: '' }, feedback: { rating: 'ok' } },
      { visit, feedback: { rating: 'bad', comment: `${'x'.repeat(511)}y` } },
    ]);
    taken(await ada.api.post(`${site.path}/unpublish`));
    expect(await track(event('page_view'))).toBe(404);
    expect(await passedOn('publishing.site-viewed')).toEqual([]);
    expect((await ada.api.delete(installation)).status).toBe(204);
  });

  it('ignore unknown members, and wrong values of known ones', async () => {
    await newSite();
    expect(await track(null, 7, 'x', [], {}, { type: 'unknown' }, { type: 'page_post_feedback' })).toBe(204);
    expect(await columns({})).toEqual({ eventsCount: [0] });
    expect(await track({ type: 'page_view', session: 7, location: { page: { a: 1 }, space: "'; drop" } })).toBe(204);
    expect(await columns({ groupBy: [{ column: 'page' }, { column: 'visitorDevice' }] })).toEqual({
      page: [null],
      visitorDevice: ['unknown'],
      eventsCount: [1],
    });
    expect(await track(...Array.from({ length: 101 }, () => event('page_view')))).toBe(400);
    expect((await server.anonymous.post(`${site.path}/insights/events`, { events: 'x' })).status).toBe(400);
    expect((await server.anonymous.post(`${site.path}/insights/events`, {})).status).toBe(400);
  });

  it('are taken for live sites alone', async () => {
    await newSite();
    taken(await ada.api.post(`${site.path}/unpublish`));
    expect(await track(event('page_view'))).toBe(404);
    expect(await track()).toBe(404);
    const unknown = await server.anonymous.post(`/v1/orgs/${ada.organization}/sites/unknown/insights/events`, {
      events: [],
    });
    expect(unknown.status).toBe(404);
  });

  it('count searches by what was searched for, however it was written', async () => {
    await newSite();
    const typed = (query: string) => event('search_type_query', { query });
    await track(typed('Install'), typed('  install '), typed('upgrade'), event('page_view'));
    const searches = { column: 'eventType', values: ['search_type_query'] };
    expect(await columns({ groupBy: [{ column: 'eventSearchQuery' }], where: [searches] })).toEqual({
      eventSearchQuery: ['install', 'upgrade'],
      eventsCount: [2, 1],
    });
    const one = { column: 'eventSearchQuery', values: ['INSTALL'] };
    expect(await columns({ where: [searches, one] })).toEqual({ eventsCount: [2] });
  });

  it('count ratings of pages and of answers, and show what was written to them', async () => {
    await newSite();
    const rated = (rating: string) => event('page_post_feedback', { feedback: { rating } });
    await track(
      rated('good'),
      rated('good'),
      rated('bad'),
      event('page_post_feedback_comment', { feedback: { rating: 'bad', comment: 'Too short.' } }),
      event('ask_rate_response', { rating: -1, query: 'How?', responseId: 'x' }),
    );
    const select = [{ column: 'pageFeedbackRating' }, { column: 'askResponseRating' }];
    expect(await columns({ select })).toEqual({
      pageFeedbackRating: [{ bad: 1, ok: 0, good: 2 }],
      askResponseRating: [{ positive: 0, negative: 1 }],
    });
    const comments = { column: 'eventType', values: ['page_post_feedback_comment'] };
    const groupBy = [{ column: 'eventPageFeedbackComment' }, { column: 'eventPageFeedbackRating' }];
    expect(await columns({ groupBy, where: [comments] })).toEqual({
      eventPageFeedbackComment: ['Too short.'],
      eventPageFeedbackRating: ['bad'],
      eventsCount: [1],
    });
    const bad = { column: 'eventPageFeedbackRating', values: ['bad'] };
    expect(await columns({ where: [bad] })).toEqual({ eventsCount: [2] });
    expect(await columns({ where: [{ column: 'eventAskResponseRating', values: [-1] }] })).toEqual({
      eventsCount: [1],
    });
  });

  it('are grouped by all members of visits, and filtered by what they show', async () => {
    await newSite();
    const link = { target: { kind: 'url', url: 'https://example.com/a?private' }, position: 'content' };
    const location = {
      url: 'https://docs.example/page?token=private&utm_source=news&utm_medium=mail&utm_campaign=c&utm_term=t&utm_content=x',
      siteShareKey: 'unknown',
    };
    await track(
      event('link_click', { link, location }),
      event('api_client_request', { operation: { path: '/users', method: 'post' } }),
      event('ad_display', { ad: { domain: 'ads.example', zoneId: 'z', placement: 'aside' } }),
      event('trademark_click', { placement: 'footer' }),
      event('llms_request', { llmsVariant: 'full' }),
      event('page_markdown_request', { markdownSource: 'page-action' }),
      event('search_open_result', { query: 'x', result: { recordId: 'r1' } }),
    );
    const now = server.clock.now();
    const SHOWN: Record<string, unknown> = {
      dayOfWeek: now.getUTCDay() || 7,
      hourOfDay: now.getUTCHours(),
      url: 'https://docs.example/page',
      urlPath: '/page',
      siteShareKey: null,
      visitorAuthenticated: null,
      visitorClaimProperty: '',
      visitorGeoCountry: null,
      visitorGeoPoint: null,
      visitorDevice: 'desktop',
      visitorBrowser: 'chrome',
      visitorOS: 'windows',
      visitorBot: null,
      visitorLanguage: 'en',
      referrer: 'https://search.example/',
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: 'c',
      utmTerm: 't',
      utmContent: 'x',
      eventLinkTargetValue: { kind: 'url', url: 'https://example.com/a' },
      eventLinkTargetKind: 'url',
      eventLinkTargetDomain: 'example.com',
      eventLinkPosition: 'content',
      eventAPIOperationPath: '/users',
      eventAPIOperationMethod: 'POST',
      eventAdDomain: 'ads.example',
      eventAdPlacement: 'aside',
      eventTrademarkPlacement: 'footer',
      eventLLMSVariant: 'full',
      eventMarkdownSource: 'page-action',
      eventPageNotFoundType: null,
      eventSearchResultRecordId: 'r1',
    };
    for (const [column, value] of Object.entries(SHOWN)) {
      const { [column]: values } = await columns({ groupBy: [{ column }] });
      expect([column, values]).toEqual([column, expect.arrayContaining([value])]);
      const where = [{ column, values: [value] }];
      const { [column]: found, eventsCount } = await columns({ groupBy: [{ column }], where });
      expect([column, found, (eventsCount?.[0] as number) > 0]).toEqual([column, [value], true]);
      const all = (eventsCount?.[0] as number) === 7;
      const others = await columns({ where: [{ column, operator: 'notIn', values: [value] }] });
      expect([column, others.eventsCount]).toEqual([column, [all ? 0 : 7 - (eventsCount?.[0] as number)]]);
    }
    expect(await columns({ select: [{ column: 'sessionsCount' }] })).toEqual({ sessionsCount: [1] });
    const late = { column: 'hourOfDay', operator: 'greaterThan', values: [now.getUTCHours()] };
    expect(await columns({ where: [late] })).toEqual({ eventsCount: [0] });
    const point = { column: 'visitorGeoPoint', precision: 5 };
    expect(await columns({ select: [point] })).toEqual({ visitorGeoPoint: [null] });
  });

  it('keep claims to which the site gave a few values, and no others', async () => {
    await newSite();
    const plain = (more: object) => ({ type: 'string', description: 'x', ...more });
    const group = (properties: object) => ({
      type: 'object',
      description: 'x',
      properties,
      additionalProperties: false,
    });
    const properties = {
      plan: plain({ enum: ['pro', 'free'] }),
      email: plain({}),
      beta: { type: 'boolean', description: 'x' },
      company: group({ size: plain({ enum: ['small', 'large'] }) }),
      unsigned: group({ role: plain({ enum: ['dev'] }) }),
    };
    const jsonSchema = { type: 'object', properties, additionalProperties: false };
    taken(await ada.api.put(`${site.path}/adaptive-schema`, { jsonSchema }));
    const visitorAuthClaims = {
      plan: 'pro',
      email: 'ada@example.com',
      beta: true,
      name: 'Ada',
      company: { size: 'huge' },
      unsigned: { role: 'dev' },
    };
    await track(event('page_view', { session: { visitorId: 'a', visitorAuthClaims } }), event('page_view'));
    const claim = (name: string) => ({ column: 'visitorClaim', claim: name });
    const names = ['plan', 'email', 'beta', 'name', 'company.size', 'unsigned.role'];
    const where = [{ column: 'visitorAuthenticated', values: [true] }];
    expect(await columns({ groupBy: names.map(claim), where })).toEqual({
      'visitorClaim plan': ['pro'],
      'visitorClaim email': [''],
      'visitorClaim beta': ['true'],
      'visitorClaim name': [''],
      'visitorClaim company.size': [''],
      'visitorClaim unsigned.role': ['dev'],
      eventsCount: [1],
    });
    const order = { by: claim('plan'), direction: 'asc' };
    expect(await columns({ groupBy: [claim('plan')], order })).toEqual({
      'visitorClaim plan': ['', 'pro'],
      eventsCount: [1, 1],
    });
    expect(await columns({ where: [{ ...claim('plan'), values: ['pro'] }] })).toEqual({ eventsCount: [1] });
    const byName = { groupBy: [{ column: 'visitorClaimProperty' }] };
    const ascending = { order: { by: { column: 'visitorClaimProperty' }, direction: 'asc' } };
    expect(await columns({ ...byName, ...ascending })).toEqual({
      visitorClaimProperty: ['', 'beta', 'plan', 'unsigned.role'],
      eventsCount: [1, 1, 1, 1],
    });
    const one = [{ column: 'visitorClaimProperty', values: ['beta'] }];
    expect(await columns({ where: one })).toEqual({ eventsCount: [1] });
    const [row] = await server.rows(
      `select string_agg(to_jsonb(e)::text, '') as text from publishing.insight_event e where site_id = $1`,
      [site.id],
    );
    expect(row?.['text']).not.toMatch(/ada@|Ada|huge/);
  });

  it('keep which share link was used, and its key nowhere', async () => {
    await newSite();
    const link = taken(await ada.api.post(`${site.path}/share-links`, { name: 'Partners' }));
    const key = String(new URL(link.urls.published ?? '').pathname.split('/').at(-2) ?? '');
    const location = { url: `https://docs.example/${key}/page`, siteShareKey: key };
    await track(event('page_view', { location }), event('page_view'));
    const shown = await columns({
      groupBy: [{ column: 'siteShareKey' }, { column: 'url' }],
      where: [{ column: 'siteShareKey', values: [link.id] }],
    });
    expect(shown).toEqual({ siteShareKey: [link.id], url: ['https://docs.example/page'], eventsCount: [1] });
  });

  it('happened at the reported time, within the last day', async () => {
    await newSite();
    const hours = (ago: number) => new Date(server.clock.now().getTime() - ago * 3_600_000).toISOString();
    await track(
      event('page_view', { timestamp: hours(3) }),
      event('page_view', { timestamp: hours(30) }),
      event('page_view', { timestamp: hours(-2) }),
    );
    const { eventsCount } = await columns({ groupBy: [{ column: 'datetime', interval: 'hour' }] });
    expect(eventsCount).toEqual([1, 2]);
  });

  it('are grouped by page and time, filtered, sorted and limited', async () => {
    await newSite();
    const view = (page: string | null) =>
      event('page_view', { location: { url: 'https://docs.example/', space: 's1', page } });
    await track(view('a'), view('b'), view('b'), view(null));
    server.clock.advance(DAY);
    await track(view('a'));
    const today = `${server.clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`;
    const pointer = (page: string) => ({ page, space: 's1' });
    const byPage = { groupBy: [{ column: 'page' }] };
    expect(await columns({ ...byPage, order: { by: { column: 'page' }, direction: 'asc' }, limit: 2 })).toEqual({
      page: [pointer('a'), pointer('b')],
      eventsCount: [2, 2],
    });
    expect(await columns({ ...byPage, where: [{ column: 'page', values: [pointer('a'), null] }] })).toEqual({
      page: [pointer('a'), null],
      eventsCount: [2, 1],
    });
    expect(await columns({ ...byPage, where: [{ column: 'page', operator: 'notIn', values: [null] }] })).toMatchObject({
      eventsCount: [2, 2],
    });
    const since = { column: 'datetime', operator: 'greaterThanOrEqual', values: [today] };
    expect(await columns({ ...byPage, where: [since] })).toEqual({ page: [pointer('a')], eventsCount: [1] });
    const often = { column: 'eventsCount', operator: 'greaterThan', values: [1] };
    expect(await columns({ ...byPage, where: [often] })).toMatchObject({ eventsCount: [2, 2] });
    const days = await columns({ groupBy: [{ column: 'datetime', interval: 'day' }] });
    expect([days.eventsCount, days.datetime?.at(-1)]).toEqual([[4, 1], today]);
    const range = { from: today, to: new Date(Date.parse(today) + DAY).toISOString() };
    expect(await columns({ range })).toEqual({ eventsCount: [1] });
  });

  it('refuse an aggregation that can not be made, and name what is wrong', async () => {
    expect(await refusal({ range: 'always' })).toMatch(/^range must be/);
    expect(await refusal({ range: { from: 'now', to: 'then' } })).toMatch(/^range must be/);
    expect(await refusal({ groupBy: [{ column: 'eventsCount' }] })).toMatch(/^groupBy/);
    expect(await refusal({ select: [{ column: 'visitorAge' }] })).toMatch(/^select\.0\.column/);
    expect(await refusal({ select: [{ column: 'visitorClaim' }] })).toMatch(/^select\.0\.claim/);
    expect(await refusal({ select: [{ column: 'page', claim: 'plan' }] })).toMatch(/^select\.0\.claim/);
    expect(await refusal({ where: [{ column: 'pageFeedbackRating', values: [] }] })).toMatch(/^where\.0\.column/);
    expect(await refusal({ order: { by: { column: 'page' }, direction: 'asc' } })).toMatch(/^order\.by/);
    expect(await refusal({ where: [{ column: 'page', values: ['p1'] }] })).toMatch(/^where\.0\.values/);
    expect(await refusal({ where: [{ column: 'eventType', operator: 'lessThan', values: ['page_view'] }] })).toMatch(
      /^where\.0\.operator/,
    );
    expect(await refusal({ limit: 1001 })).toMatch(/^limit/);
  });

  it('are read by members with the role read', async () => {
    const read = async (role: 'read' | null) =>
      (
        await (
          await server.member(ada.organization, role)
        ).api.post(`${site.path}/insights/events/aggregate`, { range: 'lastYear' })
      ).status;
    expect([await read('read'), await read(null)]).toEqual([200, 403]);
    const { api } = await site.visit();
    expect((await api.post(`${site.path}/insights/events/aggregate`, { range: 'lastYear' })).status).toBe(403);
  });

  it('hold what agents say of pages', async () => {
    await newSite();
    const { api, body } = await site.visit();
    const feedback = {
      feedback: 'It does not run.',
      url: 'https://docs.example/',
      spaceId: body['space'],
      pageId: 'p1',
    };
    expect((await api.post(`${site.path}/agent-feedback`, { ...feedback, source: 'mcp', goal: 'Run it' })).status).toBe(
      204,
    );
    expect((await ada.api.post(`${site.path}/agent-feedback`, feedback)).status).toBe(204);
    expect((await server.anonymous.post(`${site.path}/agent-feedback`, feedback)).status).toBe(401);
    expect((await ada.api.post(`${site.path}/agent-feedback`, { ...feedback, feedback: '' })).status).toBe(400);
    const groupBy = ['eventPageFeedbackComment', 'displayContext', 'page', 'urlPath'].map((column) => ({ column }));
    const page = { page: 'p1', space: body['space'] };
    expect(await columns({ groupBy, where: [{ column: 'eventType', values: ['agent_feedback'] }] })).toEqual({
      eventPageFeedbackComment: ['It does not run.', 'It does not run.'],
      displayContext: ['mcp', 'site'],
      page: [page, page],
      urlPath: ['/', '/'],
      eventsCount: [1, 1],
    });
    const other = await TestSite.publish(server, ada, ['Other']);
    expect((await api.post(`${other.path}/agent-feedback`, feedback)).status).toBe(404);
  });

  it('are forgotten after 400 days, and once their site is gone', async () => {
    await newSite();
    const count = async () =>
      (await server.rows('select 1 from publishing.insight_event where site_id = $1', [site.id])).length;
    await track(event('page_view'));
    server.clock.advance(399 * DAY);
    await track(event('page_view'));
    await server.runJob('publishing.purge-insights');
    expect(await count()).toBe(2);
    server.clock.advance(2 * DAY);
    await server.runJob('publishing.purge-insights');
    expect(await count()).toBe(1);
    taken(await ada.api.delete(site.path));
    await server.drain();
    await server.runJobs();
    expect(await count()).toBe(0);
  });
});
