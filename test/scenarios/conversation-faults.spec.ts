import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countsOf, countsOfRows, leftovers, type CountedCluster } from '../contexts/conversations/true-counts.js';
import { ALL_TOPICS } from '../http/conversations/topics.js';
import { QuireProcess } from './support/quire-process.js';

const PATIENCE_MS = 90_000;
const OF_A_REQUEST = 100;
const DAY_MS = 24 * 3_600_000;
/** Each asks for one thing. */
const QUESTIONS = ALL_TOPICS.filter((text) => text.endsWith('?'));
const SENTENCE = 'How do I cancel my subscription before the end of the month?';
/** Languages in one text. */
const LANGUAGES = [
  'How do I cancel my subscription?',
  'Wie kündige ich mein Abonnement?',
  '¿Cómo cancelo mi suscripción?',
  'サブスクリプションを解約する方法は何ですか。',
  '如何取消我的订阅?',
  'Как отменить подписку?',
  'كيف ألغي اشتراكي؟',
  '구독을 어떻게 취소하나요?',
  'मैं अपनी सदस्यता कैसे रद्द करूँ?',
];
/** Texts that are costly to read for who reads them carelessly. */
const BOMBS: Readonly<Record<string, string>> = {
  'nested elements': '<div>'.repeat(180_000),
  'elements that end before they begin': '</b><b>'.repeat(120_000),
  'comments without an end': '<!--'.repeat(200_000),
  'half of an entity': '&#'.repeat(400_000),
  'quotes in quotes': '> '.repeat(400_000),
  'brackets of links': '['.repeat(400_000) + ']('.repeat(200_000),
  'fences and rules': '```\n---\n'.repeat(100_000),
  'one word': 'a'.repeat(999_000),
  'one sentence ten thousand times': `${SENTENCE} `.repeat(10_000),
  'all languages ten thousand times': LANGUAGES.join('\n').repeat(3_000),
};

interface Row {
  [name: string]: unknown;
}

interface ClusterPage {
  items: CountedCluster[];
  next?: { page: string };
}

describe('Conversations', () => {
  const quire = new QuireProcess();
  let client: pg.Client | undefined;

  beforeAll(() => quire.start(), 60_000);
  afterAll(async () => {
    await client?.end();
    await quire.dispose();
  });

  async function rows<R extends object = Row>(sql: string, values: unknown[] = []): Promise<R[]> {
    if (!client) {
      client = new pg.Client({ connectionString: quire.databaseUrl });
      client.on('error', () => (client = undefined));
      await client.connect();
    }
    return (await client.query<R & Row>(sql, values)).rows;
  }

  const newOrganization = async (): Promise<string> =>
    (await quire.call<{ id: string }>('POST', '/orgs', { title: 'Conversation faults' })).body.id;

  /** Conversations of one message each, numbered from `first` on. */
  const tickets = (texts: readonly string[], first = 0, createdAt = new Date()) =>
    texts.map((body, at) => ({
      id: `ticket-${first + at}`,
      metadata: { createdAt: createdAt.toISOString() },
      parts: [{ type: 'message', role: 'user', body }],
    }));

  async function ingest(organization: string, conversations: readonly object[]): Promise<void> {
    for (let at = 0; at < conversations.length; at += OF_A_REQUEST) {
      const sent = conversations.slice(at, at + OF_A_REQUEST);
      expect((await quire.call('POST', `/orgs/${organization}/conversations`, sent)).status).toBe(204);
    }
  }

  async function until(what: string, holds: () => Promise<boolean>, pauseMs = 100): Promise<void> {
    for (const giveUp = Date.now() + PATIENCE_MS; !(await holds()); await sleep(pauseMs)) {
      quire.expectRunning();
      if (Date.now() > giveUp) throw new Error(`Waited in vain until ${what}`);
    }
  }

  const queued = (organization: string): Promise<Row[]> =>
    rows(
      `select j.task_identifier as task from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where p.payload->>'organizationId' = $1 and j.run_at < now() + interval '5 seconds'`,
      [organization],
    );

  /** Waits until all is read and in clusters, and no job waits; then compares what is counted with the rows. */
  async function expectTrue(organization: string): Promise<CountedCluster[]> {
    await until('nothing is left to do', async () => {
      const [row] = await rows<{ left: number }>(
        `select (select count(*) from conversations.conversation where organization_id = $1 and processed_at is null)::int
           + (select count(*) from conversations.issue where organization_id = $1 and cluster_id is null)::int as left`,
        [organization],
      );
      return row?.left === 0 && (await queued(organization)).length === 0;
    });
    expect(await leftovers(rows, organization)).toEqual([]);
    const clusters: CountedCluster[] = [];
    for (let page: string | undefined = ''; page !== undefined;) {
      const answer: { body: ClusterPage } = await quire.call<ClusterPage>(
        'GET',
        `/orgs/${organization}/conversations-clusters?limit=1000${page}`,
      );
      const { items, next } = answer.body;
      clusters.push(...items);
      page = next && `&page=${encodeURIComponent(next.page)}`;
    }
    expect(countsOf(clusters)).toEqual(await countsOfRows(rows, organization, new Date()));
    return clusters;
  }

  const issuesOf = async (organization: string): Promise<{ conversation: string; issues: number }[]> =>
    rows(
      `select conversation_id as conversation, count(*)::int as issues from conversations.issue
       where organization_id = $1 group by 1`,
      [organization],
    );

  it('that are costly to read are read, while pages are answered', async () => {
    const organization = await newOrganization();
    const [space] = await rows<{ id: string }>(`select id from content.space limit 1`);
    const made = space ?? (await quire.call<{ id: string }>('POST', `/orgs/${organization}/spaces`, {})).body;
    let slowest = 0;
    let over = false;
    const reading = (async () => {
      while (!over) {
        const begin = performance.now();
        expect((await quire.call('GET', `/spaces/${made.id}/content/pages`)).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - begin);
        await sleep(20);
      }
    })();
    const names = Object.keys(BOMBS);
    for (const [at, name] of names.entries()) {
      const body = (BOMBS[name] ?? '').slice(0, 1_000_000);
      const { status } = await quire.call('POST', `/orgs/${organization}/conversations`, [...tickets([body], at)]);
      expect([name, status]).toEqual([name, 204]);
    }
    await ingest(organization, tickets(QUESTIONS, names.length));
    await expectTrue(organization);
    over = true;
    await reading;
    expect(slowest).toBeLessThan(2_000);
    const ordinary = (await issuesOf(organization)).filter(({ conversation }) => {
      return Number(conversation.slice('ticket-'.length)) >= names.length;
    });
    expect(ordinary).toHaveLength(QUESTIONS.length);
  }, 60_000);

  it('that all say the same are one cluster which counts them all', async () => {
    const organization = await newOrganization();
    const count = 2_000;
    await ingest(organization, tickets(Array.from({ length: count }, () => SENTENCE)));
    const clusters = await expectTrue(organization);
    expect(clusters.map(({ stats }) => stats)).toEqual([{ issues: count, conversations: count }]);
  }, 60_000);

  it.each(['find-issues', 'join-clusters', 'describe-clusters', 'group-issues'])(
    'are all read once and counted when the server is killed during %s',
    async (job) => {
      const organization = await newOrganization();
      const texts = Array.from({ length: 600 }, (_, at) => QUESTIONS[at % QUESTIONS.length] ?? '');
      if (job === 'describe-clusters' || job === 'group-issues') {
        await ingest(organization, tickets(texts));
        await expectTrue(organization);
        await rows('update conversations.cluster set described_issues = 0 where organization_id = $1', [organization]);
        await rows('select graphile_worker.add_job($1, $2::json)', [
          `conversations.${job}`,
          JSON.stringify({ organizationId: organization }),
        ]);
      } else {
        await ingest(organization, tickets(texts));
      }
      const runs = async (): Promise<boolean> =>
        (
          await rows(`select from kernel.running_job where task = $1 and payload->>'organizationId' = $2`, [
            `conversations.${job}`,
            organization,
          ])
        ).length > 0;
      await until('it runs', runs, 2);
      await quire.kill();
      await client?.end().catch(() => undefined);
      client = undefined;
      await quire.start();
      await expectTrue(organization);
      const issues = await issuesOf(organization);
      expect(issues).toHaveLength(texts.length);
      expect(issues.filter((one) => one.issues !== 1)).toEqual([]);
      if (job === 'describe-clusters') {
        const undescribed = `select id from conversations.cluster where organization_id = $1 and described_issues = 0`;
        await until('all are described', async () => (await rows(undescribed, [organization])).length === 0);
      }
    },
    60_000,
  );

  it('are read once by two processes, while others replace them and old ones are deleted', async () => {
    const [organization, other] = [await newOrganization(), await newOrganization()];
    const second = new QuireProcess({
      DATABASE_URL: quire.databaseUrl,
      QUIRE_DATA_DIR: quire.dataDir,
      QUIRE_ROLE: 'worker',
    });
    await second.start();
    try {
      const settings = await quire.call('PATCH', `/orgs/${organization}/conversations-settings`, { retentionDays: 30 });
      expect(settings.status).toBe(200);
      const [old, kept, replaced] = [400, 400, 100];
      const pick = (_: unknown, at: number): string => QUESTIONS[at % QUESTIONS.length] ?? '';
      const topics = (length: number): string[] => Array.from({ length }, pick);
      await ingest(organization, tickets(topics(old), 0, new Date(Date.now() - 60 * DAY_MS)));
      await ingest(organization, tickets(topics(kept), old));
      await ingest(other, tickets(topics(kept), old));
      const purge = () => rows(`select graphile_worker.add_job('conversations.purge-conversations')`);
      for (let turn = 0; turn < 3; turn++) {
        const texts = topics(kept).slice(turn + 1, turn + 1 + replaced);
        await Promise.all([purge(), ingest(organization, tickets(texts, old))]);
      }
      await expectTrue(organization);
      await purge();
      await until('old ones are gone', async () => (await issuesOf(organization)).length === kept);
      await expectTrue(organization);
      expect((await issuesOf(organization)).filter(({ issues }) => issues !== 1)).toEqual([]);
      const titles = await rows<{ title: string }>(
        `select title from conversations.issue where organization_id = $1 and conversation_id = $2`,
        [organization, `ticket-${old}`],
      );
      expect(titles.map(({ title }) => title)).toEqual([QUESTIONS[3]]);
      await expectTrue(other);
      expect(await issuesOf(other)).toHaveLength(kept);
    } finally {
      await second.stop();
    }
  }, 90_000);
});
