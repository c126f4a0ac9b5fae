import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Reactions } from '#kernel/infrastructure/events/reactions';
import { CreateOrganization } from '#organization';
import type { Answer } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { makeCluster } from './conversations/conversation-rows.js';
import { ticket } from './conversations/support.js';
import { ReportGitSync } from '../../src/content/exchange/application/report-git-sync.js';
import { DescribeClusters, RegroupIssues } from '../../src/conversations/clusters/application/cluster.commands.js';
import * as content from '../../src/content/contract/events.js';
import * as conversations from '../../src/conversations/contract/events.js';
import * as integrations from '../../src/integrations/contract/events.js';
import * as organization from '../../src/organization/contract/events.js';
import * as publishing from '../../src/publishing/contract/events.js';

/** The names of all events that a context publishes. */
const EVENTS = [content, conversations, integrations, organization, publishing]
  .flatMap((contract) => Object.values<unknown>({ ...contract }))
  .flatMap((event) => (typeof event === 'function' && 'eventName' in event ? [String(event.eventName)] : []));

/** Reactions that this server has no use for, as it notifies no renderers. */
const ABSENT = ['publishing.purge-updated-space'];

describe('the events between contexts', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let org: string;
  let elsewhere: string;
  let site: string;
  let space: TestSpace;
  let request: TestChangeRequest;
  let count = 0;
  /** The reactions that have run. */
  const reacted = new Set<string>();

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    org = `/v1/orgs/${ada.organization}`;
    elsewhere = await server.dispatcher.run(new CreateOrganization(ada.id, 'Elsewhere'));
    space = await TestSpace.create(ada);
    const { body } = await ada.api.post(`${org}/sites`, { title: 'Docs', spaces: [space.id] });
    site = `${org}/sites/${String(body.id)}`;
    request = await TestChangeRequest.create(space);
    // Visits are reported to others only if an integration follows them.
    const follower = `/v1/integrations/follower-${Date.now()}`;
    const scopes = ['site:views:read', 'page:feedback:read'];
    await done(ada.api.post(follower, publication(ada.organization, { scopes })));
    await done(ada.api.post(`${follower}/installations`, { organization: ada.organization }));
  });
  afterAll(() => server.stop());

  const done = async (sent: Promise<Answer>) => {
    const { status, text, body } = await sent;
    expect([text, status < 300]).toEqual([text, true]);
    return body;
  };
  const idOf = (path: string) => path.split('/').at(-1) ?? '';
  const put = async () => {
    const path = `${org}/openapi/sample-${++count}`;
    await done(ada.api.put(path, { source: { text: 'openapi: 3.1.0' } }));
    return path;
  };

  const exchange = async (state: 'started' | 'failure') => {
    const { id: spaceId } = space;
    await server.dispatcher.run(new ReportGitSync({ organizationId: ada.organization, spaceId }, state, 'commit'));
    return spaceId;
  };

  /** Publishes an integration, and installs it on the site. */
  const integration = async () => {
    const name = `caused-${Date.now()}-${++count}`;
    const path = `/v1/integrations/${name}`;
    await done(ada.api.post(path, publication(ada.organization)));
    const made = await done(ada.api.post(`${path}/installations`, { organization: ada.organization }));
    const installation = `${path}/installations/${String(made.id)}`;
    await done(ada.api.post(`${installation}/sites`, { siteId: idOf(site) }));
    const [row] = await server.rows<{ id: string }>(
      'select integration_id as id from integrations.integration_name where name = $1',
      [name],
    );
    return { path, id: row?.id ?? '', installation };
  };

  const cluster = async () => (await makeCluster(server, ada.organization, ['How do I get a refund?'])).id;

  const ingest = async () => {
    await done(ada.api.post(`${org}/conversations`, ticket(`event-${++count}`, 'How do I get a refund?')));
    return ada.organization;
  };

  const visited = async (event: object) => {
    await done(ada.api.post(`${site}/publish`));
    await done(server.anonymous.post(`${site}/insights/events`, { events: [event] }));
    await done(ada.api.post(`${site}/unpublish`));
    return idOf(site);
  };

  /** For every event what causes it; answers the id of what it is about. */
  const CAUSES: Record<string, () => Promise<string>> = {
    'content.space-created': async () => (await TestSpace.create(ada)).id,
    'content.space-updated': async () => {
      await done(ada.api.patch(space.path, { title: 'Another' }));
      return space.id;
    },
    'content.space-deleted': async () => {
      const { id, path } = await TestSpace.create(ada);
      await done(ada.api.delete(path));
      return id;
    },
    'content.space-restored': async () => {
      const { id, path } = await TestSpace.create(ada);
      await done(ada.api.delete(path));
      await done(ada.api.post(`${path}/restore`));
      return id;
    },
    'content.space-transferred': async () => {
      const { id, path } = await TestSpace.create(ada);
      await done(ada.api.post(`${path}/transfer`, { organization: elsewhere }));
      return id;
    },
    'content.space-visibility-updated': async () => {
      const { id, path } = await TestSpace.create(ada);
      const { id: parent } = await done(ada.api.post(`${org}/collections`, {}));
      await done(ada.api.post(`${path}/move`, { parent }));
      return id;
    },
    'content.space-content-updated': async () => {
      await space.insert('Page');
      return space.id;
    },
    'content.git-sync-started': () => exchange('started'),
    'content.git-sync-completed': () => exchange('failure'),
    'content.change-request-created': async () => (await TestChangeRequest.create(space)).id,
    'content.change-request-updated': async () => {
      await done(request.set({ subject: 'Another' }));
      return request.id;
    },
    'content.change-request-merged': async () => {
      const opened = `${org}/conversations-clusters/${await cluster()}/change-requests`;
      const { id } = await done(ada.api.post(opened, { space: space.id }));
      await done(ada.api.post(`${space.path}/change-requests/${String(id)}/merge`, {}));
      return id as string;
    },
    'conversations.conversations-ingested': ingest,
    'conversations.issues-created': async () => {
      await server.runJob('conversations.find-issues', { organizationId: await ingest() });
      return ada.organization;
    },
    'conversations.clusters-updated': async () => {
      const id = await cluster();
      const described = { id, issues: 1, label: 'Refunds', summary: 'Refunds', icon: 'comments' };
      await server.dispatcher.run(new DescribeClusters(ada.organization, [described]));
      return id;
    },
    'conversations.cluster-merged': async () => {
      const [clusterId, otherId] = [await cluster(), await cluster()];
      const label = 'How do I get a refund?';
      const group = { clusterId: otherId, isOther: false, label, summary: label, profile: { terms: [], mass: 1 } };
      const issueIds = [`${clusterId}-1`, `${otherId}-1`];
      const grouping = { groups: [group], issueIds, clusterIds: [otherId, otherId], terms: [], frequencies: [] };
      const change = { kind: 'merged' as const, clusterId, otherId, issues: 1 };
      const successors = [{ clusterId, otherId }];
      await server.dispatcher.run(new RegroupIssues(ada.organization, { ...grouping, successors, changes: [change] }));
      return clusterId;
    },
    'organization.organization-created': () => server.dispatcher.run(new CreateOrganization(ada.id, 'New')),
    'organization.member-removed': async () => {
      const { id } = await server.member(ada.organization, 'read');
      await done(ada.api.delete(`${org}/members/${id}`));
      return id;
    },
    'organization.team-deleted': async () => {
      const { id } = await done(ada.api.put(`${org}/teams`, { title: 'Team' }));
      await done(ada.api.delete(`${org}/teams/${String(id)}`));
      return id as string;
    },
    'organization.invite-accepted': async () => {
      const invite = await done(ada.api.post(`${org}/link-invites`, { level: 'read', space: space.id }));
      const { api, id } = await server.user('Grace Example', `guest${++count}@example.com`, true);
      await done(api.post(`${org}/invites/${String(invite.id)}`));
      return id;
    },
    'integrations.integration-published': async () => {
      const { path, id } = await integration();
      await done(ada.api.delete(path));
      await done(ada.api.post(path, publication(ada.organization)));
      return id;
    },
    'integrations.integration-unpublished': async () => {
      const { path, id } = await integration();
      await done(ada.api.delete(path));
      return id;
    },
    'integrations.installation-updated': async () => {
      const { installation } = await integration();
      await done(ada.api.patch(installation, { status: 'paused' }));
      return idOf(installation);
    },
    'integrations.installation-deleted': async () => {
      const { installation } = await integration();
      await done(ada.api.delete(installation));
      return idOf(installation);
    },
    'integrations.target-installation-updated': async () => {
      const { installation } = await integration();
      return idOf(installation);
    },
    'integrations.target-installation-deleted': async () => {
      const { installation } = await integration();
      await done(ada.api.delete(`${installation}/sites/${idOf(site)}`));
      return idOf(installation);
    },
    'publishing.site-updated': async () => {
      await done(ada.api.patch(site, { title: 'Another' }));
      return idOf(site);
    },
    'publishing.site-published': async () => {
      await done(ada.api.post(`${site}/publish`));
      return idOf(site);
    },
    'publishing.site-unpublished': async () => {
      await done(ada.api.post(`${site}/publish`));
      await done(ada.api.post(`${site}/unpublish`));
      return idOf(site);
    },
    'publishing.site-deleted': async () => {
      const { id } = await done(ada.api.post(`${org}/sites`, { title: 'Gone' }));
      await done(ada.api.delete(`${org}/sites/${String(id)}`));
      return id as string;
    },
    'publishing.site-viewed': () => visited({ type: 'page_view' }),
    'publishing.page-feedback-given': () => visited({ type: 'page_post_feedback', feedback: { rating: 'good' } }),
    'publishing.openapi-spec-updated': async () => {
      const path = await put();
      await done(ada.api.patch(path, { visibility: 'public' }));
      return idOf(path);
    },
    'publishing.openapi-spec-deleted': async () => {
      const path = await put();
      await done(ada.api.delete(path));
      return idOf(path);
    },
  };

  it('is all caused here', () => {
    expect(Object.keys(CAUSES).sort()).toEqual([...EVENTS].sort());
  });

  it.each(EVENTS)('%s is published, with its subject', async (name) => {
    await server.rows('delete from public.event');
    const about = await CAUSES[name]?.();
    const told = await server.rows<{ payload: unknown }>('select payload from public.event where name = $1', [name]);
    expect(told.map(({ payload }) => JSON.stringify(payload))).toContainEqual(expect.stringContaining(about ?? name));
  });

  /** How many rows each table holds. */
  async function counts(): Promise<Record<string, number>> {
    const tables = await server.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('organization', 'content', 'publishing', 'conversations')`,
    );
    const rows = await server.rows<{ name: string; rows: number }>(
      tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`).join(' union all '),
    );
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  }

  it.each(EVENTS)('%s may be reacted to twice', async (name) => {
    await server.rows('delete from graphile_worker._private_jobs');
    await CAUSES[name]?.();
    const reactions = server.app.get(Reactions).reactions();
    const jobs = await server.rows<{ job: string; payload: unknown }>(
      `select t.identifier as job, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any($1) order by j.id`,
      [[...reactions.keys()]],
    );
    for (const { job, payload } of jobs) await reactions.get(job)?.run(payload, new AbortController().signal);
    const once = await counts();
    for (const { job, payload } of jobs) await reactions.get(job)?.run(payload, new AbortController().signal);
    expect(await counts()).toEqual(once);
    for (const { job } of jobs) reacted.add(job);
  });

  it('has every reaction run twice', () => {
    expect([...reacted, ...ABSENT].sort()).toEqual([...server.app.get(Reactions).reactions().keys()].sort());
  });
});
