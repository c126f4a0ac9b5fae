import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { TestSupport, ticket } from '../support.js';
import { ALL_TOPICS, TOPICS } from '../topics.js';

const { cancel: CANCEL = [], invite: INVITE = [] } = TOPICS;
const DAY_MS = 24 * 3_600_000;

interface Cluster {
  id: string;
  label: string;
  summary: string;
  icon: string;
  updatedAt: string;
  weeklyPulse: number[];
  sources: Record<string, number>;
  stats: { issues: number; conversations: number };
}

describe('clusters of issues', () => {
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  beforeEach(async () => {
    support = await TestSupport.create(server);
  });
  afterAll(() => server.stop());

  const clusters = async (query: Record<string, string | number> = {}): Promise<Cluster[]> =>
    (await support.clusters(query)) as unknown as Cluster[];

  /** The clusters of the issues that were found in these texts. */
  async function clustersOf(texts: readonly string[]): Promise<string[]> {
    const issues = await support.issues();
    return issues.flatMap(({ issue }) => (texts.includes(issue.title) ? [String(issue['cluster'])] : []));
  }

  it('have the issues that ask for the same, as soon as they are found', async () => {
    await support.ask(...ALL_TOPICS);
    const [cancel, invite] = [await clustersOf(CANCEL), await clustersOf(INVITE)];
    expect(new Set(cancel).size).toBe(1);
    expect(new Set(invite).size).toBe(1);
    expect(cancel[0]).not.toBe(invite[0]);
    const cluster = (await support.get(`conversations-clusters/${cancel[0]}`)) as unknown as Cluster;
    expect(cluster.label.toLowerCase()).toContain('subscription');
    expect(CANCEL).toContain(cluster.summary);
    expect(cluster.stats).toEqual({ issues: CANCEL.length, conversations: CANCEL.length });
  });

  it('count issues, conversations, sources and weeks as the rows say, whatever happens', async () => {
    const now = server.clock.now().getTime();
    const ago = (weeks: number) => ({ metadata: { createdAt: new Date(now - weeks * 7 * DAY_MS).toISOString() } });
    await support.ask(...ALL_TOPICS.filter((text) => !CANCEL.includes(text)));
    await support.ingest(
      ticket('a', CANCEL[0] ?? '', ago(0)),
      ticket('b', CANCEL[1] ?? '', ago(1)),
      ticket('c', CANCEL[2] ?? '', ago(12)),
      ticket('d', CANCEL[3] ?? '', ago(20)),
    );
    await support.read();
    const [id] = await clustersOf(CANCEL);
    const read = async (): Promise<Cluster> =>
      (await support.get(`conversations-clusters/${id}`)) as unknown as Cluster;
    expect(await read()).toMatchObject({
      weeklyPulse: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
      sources: { api: 4 },
      stats: { issues: 4, conversations: 4 },
    });
    await support.ingest(ticket('a', INVITE[0] ?? '', ago(0)), ticket('b', 'Thanks!', ago(1)));
    await support.read();
    expect(await read()).toMatchObject({
      weeklyPulse: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      sources: { api: 2 },
      stats: { issues: 2, conversations: 2 },
    });
  });

  it('come in the order that is wanted, page by page', async () => {
    await support.ask(...ALL_TOPICS);
    const { length } = await support.issues();
    for (const orderBy of ['issues', 'conversations'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const all: Cluster[] = [];
        for (let page: string | undefined, more = true; more;) {
          const some = await support.get('conversations-clusters', {
            orderBy,
            order,
            limit: 2,
            ...(page ? { page } : {}),
          });
          all.push(...(some.items as unknown as Cluster[]));
          more = (some.next as unknown) !== undefined;
          page = more ? some.next.page : undefined;
        }
        const sizes = all.map(({ stats }) => stats[orderBy]);
        expect(sizes).toEqual([...sizes].sort((a, b) => (order === 'asc' ? a - b : b - a)));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(length);
      }
    }
    const latest = (await clusters()).map(({ updatedAt }) => updatedAt);
    expect(latest).toEqual([...latest].sort().reverse());
  });

  it('keep their ids when all issues are grouped anew, and nothing is lost', async () => {
    await support.ask(...ALL_TOPICS);
    await support.group();
    const before = await clusters({ orderBy: 'issues' });
    await support.group();
    const after = await clusters({ orderBy: 'issues' });
    expect(after.map(({ id, stats }) => [id, stats])).toEqual(before.map(({ id, stats }) => [id, stats]));
    expect((await support.issues()).every(({ issue }) => issue['cluster'] !== undefined)).toBe(true);
  });

  it('of another organization are not found, and other texts there do not join them', async () => {
    await support.ask(...CANCEL);
    const before = await clusters();
    const [cluster] = before as [Cluster];
    const other = await TestSupport.create(server);
    await other.ask(CANCEL[0] ?? '');
    expect(await clusters()).toEqual(before);
    for (const path of [`conversations-clusters/${cluster.id}`, 'conversations-clusters/unknown'])
      expect((await other.owner.api.get(`${other.org}/${path}`)).status).toBe(404);
    const seen = (await other.owner.api.get(`${other.org}/conversations-issues`, { query: { cluster: cluster.id } }))
      .body;
    expect(seen.items).toEqual([]);
  });
});
