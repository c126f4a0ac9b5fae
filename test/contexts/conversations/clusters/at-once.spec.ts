import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { group } from '#clustering';
import { newId } from '#kernel/domain/id';
import { TestServer } from '#testing/test-server';
import { RegroupIssues, WriteProfiles } from '../../../../src/conversations/clusters/application/cluster.commands.js';
import { Clusters, type GroupedIssues } from '../../../../src/conversations/clusters/domain/clusters.js';
import { continuedClusters } from '../../../../src/conversations/clusters/domain/continued-clusters.js';
import type { NewGrouping } from '../../../../src/conversations/clusters/domain/new-grouping.js';
import { groupAll } from '../../../../src/conversations/clusters/infrastructure/cluster-tasks.js';
import { TestSupport, ticket } from '../../../http/conversations/support.js';
import { TOPICS } from '../../../http/conversations/topics.js';
import { countsOf, countsOfRows, leftovers, type CountedCluster } from '../true-counts.js';

const DAY_MS = 24 * 3_600_000;
const QUESTIONS = Object.values(TOPICS)
  .flat()
  .filter((text) => text.endsWith('?'));

describe('Clusters, when several things happen at once,', () => {
  let server: TestServer;
  let support: TestSupport;
  let organization: string;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  beforeEach(async () => {
    support = await TestSupport.create(server);
    organization = support.owner.organization;
  });
  afterAll(() => server.stop());

  const rows = <R extends object>(sql: string, values: unknown[]): Promise<R[]> => server.rows<R & {}>(sql, values);
  const run = (job: string): Promise<void> => server.runJob(`conversations.${job}`, { organizationId: organization });
  const clusters = async (): Promise<CountedCluster[]> => (await support.clusters()) as unknown as CountedCluster[];
  const groupedNow = (): Promise<GroupedIssues> =>
    server.app.get<Clusters>(Clusters as never, { strict: false }).grouped(organization);

  async function ingest(count: number, name: string, daysAgo = 0): Promise<void> {
    const createdAt = new Date(server.clock.now().getTime() - daysAgo * DAY_MS).toISOString();
    const some = Array.from({ length: count }, (_, at) =>
      ticket(`${name}-${at}`, QUESTIONS[at % QUESTIONS.length] ?? '', { metadata: { createdAt } }),
    );
    for (let at = 0; at < count; at += 100)
      expect((await support.ingest(...some.slice(at, at + 100))).status).toBe(204);
  }

  /** As the job does that grouped all issues. */
  async function regroup(grouping: NewGrouping): Promise<void> {
    await server.dispatcher.run(new RegroupIssues(organization, grouping));
    const profiles = grouping.groups.map(({ clusterId, profile }) => [clusterId, profile] as const);
    await server.dispatcher.run(new WriteProfiles(organization, profiles));
  }

  async function expectTrue(conversations: number): Promise<void> {
    expect(await leftovers(rows, organization)).toEqual([]);
    const shown = await clusters();
    expect(countsOf(shown)).toEqual(await countsOfRows(rows, organization, server.clock.now()));
    expect(shown.reduce((sum, { stats }) => sum + stats.issues, 0)).toBe(conversations);
  }

  /** In how many issues the most frequent term is, as it was counted. */
  const mostFrequent = async (): Promise<number> =>
    (
      await rows<{ most: number }>('select max(issues) as most from conversations.term where organization_id = $1', [
        organization,
      ])
    )[0]?.most ?? 0;

  it('have each issue once, and count each term once, when two jobs put the same ones into clusters', async () => {
    await ingest(250, 'twice');
    await run('find-issues');
    await Promise.all([run('join-clusters'), run('join-clusters'), run('join-clusters')]);
    await expectTrue(250);
    expect(await mostFrequent()).toBeLessThanOrEqual(250);
  });

  it('are right while conversations are deleted, replaced and read, and none waits in a circle', async () => {
    await ingest(150, 'kept');
    await ingest(150, 'old', 60);
    await support.owner.api.patch(`${support.org}/conversations-settings`, { retentionDays: 30 });
    await Promise.all([run('find-issues'), run('purge-conversations'), run('join-clusters')]);
    for (let turn = 1; turn <= 3; turn++) {
      await ingest(60, `late-${turn}`, 60);
      await Promise.all([
        run('find-issues'),
        run('join-clusters'),
        support.ingest(ticket('kept-0', QUESTIONS[turn] ?? '')),
        run('purge-conversations'),
        run('group-issues'),
      ]);
    }
    await run('purge-conversations');
    await support.read();
    await expectTrue(150);
  });

  it('keep what joined, and lose what was deleted, while all issues were grouped anew', async () => {
    await ingest(60, 'kept');
    await ingest(40, 'old', 60);
    await support.read();
    const issues = await groupedNow();
    const grouping = groupAll(issues);
    await ingest(30, 'later');
    await support.owner.api.patch(`${support.org}/conversations-settings`, { retentionDays: 30 });
    await run('purge-conversations');
    await run('find-issues');
    await run('join-clusters');
    await regroup(grouping);
    await support.read();
    await expectTrue(90);
  });

  it('are described anew after all issues were grouped, where they are about something else', async () => {
    await ingest(60, 'some');
    await support.read();
    await support.group();
    const undescribed = async () =>
      (
        await rows<{ id: string }>(
          'select id from conversations.cluster where organization_id = $1 and described_issues = 0',
          [organization],
        )
      ).map(({ id }) => id);
    expect(await undescribed()).toEqual([]);
    const grouping = groupAll(await groupedNow());
    const groups = grouping.groups.map((each, at) => ({ ...each, isOther: at === 1 }));
    expect(groups.length).toBeGreaterThan(2);
    await regroup({ ...grouping, groups });
    expect(await undescribed()).toEqual([groups[1]?.clusterId]);
  });

  it('keep the id of the larger part when they split, are gone when they merge, and both is recorded', async () => {
    await ingest(100, 'some');
    await support.read();
    await support.group();
    const [first, second, third] = (await support.clusters({ orderBy: 'issues' })) as unknown as CountedCluster[];
    const issues = await groupedNow();
    const { groups, terms } = group(issues.texts);
    // The largest one is split three to one; the second takes the third.
    const numbers = [...new Set(issues.clusters)].filter((id) => id !== third!.id);
    const places = new Map<string, number>(numbers.map((id, at) => [id, at]));
    places.set(third!.id, places.get(second!.id)!);
    const extra = numbers.length;
    let seen = 0;
    const labels = Int32Array.from(issues.clusters, (id) =>
      id === first!.id && seen++ % 4 === 0 ? extra : places.get(id)!,
    );
    const found = Array.from({ length: extra + 1 }, (_, at) => ({
      ...groups[0]!,
      size: labels.filter((label) => label === at).length,
      medoid: labels.indexOf(at),
    }));
    const grouping = continuedClusters(issues, { labels, groups: found, terms }, newId);
    await rows(
      `insert into conversations.cluster_change (organization_id, id, at, kind, cluster_id, other_id, issues)
       select $1, 'days' || days, $2::timestamptz - make_interval(days => days), 'merged', 'a', 'b', 1
       from unnest(array[399, 401]) days`,
      [organization, server.clock.now()],
    );
    await regroup(grouping);
    await support.read();
    await expectTrue(100);
    const old = await rows(
      `select id from conversations.cluster_change where organization_id = $1 and id like 'days%'`,
      [organization],
    );
    expect(old).toEqual([{ id: 'days399' }]);
    const after = new Map((await clusters()).map((cluster) => [cluster.id, cluster.stats.issues]));
    const part = Math.ceil(first!.stats.issues / 4);
    expect(after.get(first!.id)).toBe(first!.stats.issues - part);
    const [kept, gone] = after.has(second!.id) ? [second!, third!] : [third!, second!];
    expect(after.get(kept.id)).toBe(second!.stats.issues + third!.stats.issues);
    expect(after.has(gone.id)).toBe(false);
    const changes = await rows<{ kind: string; cluster: string; other: string; issues: number }>(
      `select kind, cluster_id as cluster, other_id as other, issues from conversations.cluster_change
       where organization_id = $1 and at = (select grouped_at from conversations.grouping where organization_id = $1)
       order by kind`,
      [organization],
    );
    const fresh = [...after.keys()].find((id) => !issues.clusters.includes(id));
    expect(changes).toEqual([
      { kind: 'merged', cluster: gone.id, other: kept.id, issues: gone.stats.issues },
      { kind: 'split', cluster: first!.id, other: fresh, issues: part },
    ]);
  });
});
