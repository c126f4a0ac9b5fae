import { setTimeout as sleep } from 'node:timers/promises';
import { Board } from './clients/board.js';
import { checkChains } from './checks/chains.js';
import { fileNamed, textOf } from './clients/choices.js';
import { Client, type Place } from './clients/client.js';
import { Dice } from './clients/dice.js';
import { History, told, type Change, type Intent, type Told } from './history.js';
import { checkListed } from './checks/listed.js';
import { faultsOfUses } from './checks/files.js';
import { checkRecords } from './checks/records.js';
import { checkRefusals } from './checks/refusals.js';
import { checkReviews } from './checks/reviews.js';
import { collectGarbage, garbageCollected } from './collect-garbage.js';
import { settled } from './settled.js';
import { invite } from './reviewers.js';
import { takeSnapshot, type Snapshot } from './snapshot.js';

export interface RoundOptions {
  seed: number;
  clients: number;
  /** The number of requests of all clients together. */
  requests: number;
  /** How often something is killed. */
  strikes: number;
  /** The round ends then, however many requests were sent. */
  mostMs: number;
}

export interface Round {
  space: string;
  history: History;
  snapshot: Snapshot;
  faults: string[];
}

/** What is struck: a server, or several with all that they use. */
export interface Struck {
  readonly url: string;
  /** PostgreSQL itself. */
  readonly databaseUrl: string;
  /** How much older than the database what is read may be, milliseconds. */
  readonly staleMs: number;
  /** What can be killed. */
  readonly victims: readonly string[];
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  /** Kills something, and waits until everything works again. */
  kill(victim: string): Promise<void>;
  /** Fails where something ended by itself. */
  expectRunning(): void;
}

const PATIENCE_MS = 30_000;

/** Lets clients send random requests to a new space while processes are killed; then checks the result. */
export async function playRound(quire: Struck, options: RoundOptions): Promise<Round> {
  const organization = await create(quire, '/orgs', { title: `Seed ${options.seed}` });
  const space = await create(quire, `/orgs/${organization}/spaces`, { empty: true });
  const history = new History();
  const reviewers = await invite(quire.databaseUrl, organization);
  const clients = clientsOf({ url: quire.url, id: space, reviewers, staleMs: quire.staleMs }, history, options);
  await begin(clients, [...reviewers.keys()]);
  await play({ quire, organization }, clients, history, options);
  await restore(quire, clients);
  await garbageCollected(quire.databaseUrl, organization);
  const waiting = await settled(quire.databaseUrl, organization, space);
  const snapshot = await takeSnapshot(quire.databaseUrl, organization, space);
  const listed = await checkListed(quire, space, snapshot);
  return { space, history, snapshot, faults: [...waiting, ...check(history, snapshot), ...listed] };
}

/** The faults in the history and the snapshot of a space. */
export function check(history: History, snapshot: Snapshot): string[] {
  history.doubt();
  const { faults, held } = checkChains(history, snapshot);
  return [
    ...faults,
    ...checkRefusals(history, snapshot, held),
    ...checkRecords(history, snapshot),
    ...checkReviews(history, snapshot, held),
    ...faultsOfUses(snapshot),
    ...snapshot.orphans,
  ];
}

function clientsOf(place: Place, history: History, { seed, clients }: RoundOptions): Client[] {
  const board = new Board([...place.reviewers.keys()]);
  return Array.from({ length: clients }, (_, number) => new Client(place, number, seed, board, history));
}

async function play(
  { quire, organization }: { quire: Struck; organization: string },
  clients: readonly Client[],
  history: History,
  options: RoundOptions,
): Promise<void> {
  const { requests, mostMs } = options;
  const deadline = performance.now() + mostMs;
  const isOver = (): boolean => history.entries.length >= requests || performance.now() > deadline;
  const work = async (client: Client): Promise<void> => {
    while (!isOver()) await client.act();
  };
  const strike = async (): Promise<void> => {
    for (const { after, victim } of strikesOf(quire.victims, options)) {
      while (history.entries.length < after && !isOver()) await sleep(2);
      if (isOver()) return;
      await quire.kill(victim);
    }
  };
  await Promise.all([...clients.map(work), strike(), collect(quire, organization, isOver)]);
}

/**
 * Has garbage collected between the strikes, without the hour that it waits for otherwise. While the database is
 * away, its URL isn't known either.
 */
async function collect(quire: Struck, organization: string, isOver: () => boolean): Promise<void> {
  const collected = async (): Promise<void> => collectGarbage(quire.databaseUrl, organization);
  while (!isOver()) {
    await collected().catch(() => undefined);
    await sleep(100);
  }
}

/** The first client sends one request of each kind that the others depend on. */
async function begin([client]: readonly Client[], [reviewer = '']: readonly string[]): Promise<void> {
  const done = async (intent: Intent): Promise<Told> => {
    const entry = await client?.send(intent);
    if (entry?.outcome !== 'done') throw new Error(`The beginning failed: ${entry ? told(entry) : 'nothing was sent'}`);
    return entry.told;
  };
  const insert = (tag: string, more: object = {}): Change => ({
    operation: 'insert_page',
    title: `Page ${tag}`,
    document: textOf(tag),
    ...more,
  });
  const { pages: [top = ''] = [] } = await done({ kind: 'edit', where: null, changes: [insert('first')] });
  const { files: [file = ''] = [] } = await done({ kind: 'edit', where: null, changes: [fileNamed('first.txt')] });
  await done({ kind: 'edit', where: null, changes: [insert('second', { into: top })] });
  const { id: where = '' } = await done({ kind: 'create', subject: 'first' });
  const { id: other = '' } = await done({ kind: 'create', subject: 'second' });
  const rename = (title: string): Change => ({ operation: 'update_page', page: top, title });
  await done({ kind: 'edit', where, changes: [rename('Page theirs'), insert('third')] });
  await done({ kind: 'edit', where: other, changes: [insert('fourth', { document: textOf('fourth', file) })] });
  await done({ kind: 'edit', where: null, changes: [rename('Page ours'), insert('fifth')] });
  await done({ kind: 'read', where: null });
  await done({ kind: 'rule', rules: ['require_at_least_one_approved_review'] });
  await done({ kind: 'ask', where, reviewers: [reviewer] });
  await done({ kind: 'review', where, reviewer, status: 'approved', text: 'first' });
  await done({ kind: 'merge', where });
  await done({ kind: 'rule', rules: [] });
  await done({ kind: 'review', where: other, reviewer, status: 'approved' });
  const { conflicts: [conflict] = [] } = await done({ kind: 'find-conflicts', where });
  await done({ kind: 'settle', where, conflict: conflict?.id ?? '', by: { take: 'changeRequest' } });
  await done({ kind: 'update', where: other });
  await settleWhatIsDone(done, insert('sixth'));
  const { id: thread = '' } = await done({ kind: 'post', where: null, text: 'first' });
  await done({ kind: 'reply', where: null, thread, text: 'second' });
}

/** Settles a conflict as an edit did before, so that the settlement is recorded in the revision of the edit. */
async function settleWhatIsDone(done: (intent: Intent) => Promise<Told>, inserted: Change): Promise<void> {
  const { pages: [page = ''] = [] } = await done({ kind: 'edit', where: null, changes: [inserted] });
  const { id: where = '' } = await done({ kind: 'create', subject: 'third' });
  const deleted: Change = { operation: 'delete_page', page };
  await done({ kind: 'edit', where, changes: [{ operation: 'update_page', page, title: 'Page kept' }] });
  await done({ kind: 'edit', where: null, changes: [deleted] });
  await done({ kind: 'update', where });
  const { conflicts: [conflict] = [] } = await done({ kind: 'find-conflicts', where });
  await done({ kind: 'edit', where, changes: [deleted] });
  await done({ kind: 'settle', where, conflict: conflict?.id ?? '', by: { take: 'main' } });
}

/** Which process is killed after how many requests. */
function strikesOf(
  victims: readonly string[],
  { seed, requests, strikes }: RoundOptions,
): { after: number; victim: string }[] {
  const dice = Dice.of(seed, 'strikes');
  const first = dice.between(0, victims.length - 1);
  return Array.from({ length: strikes }, (_, at) => ({
    after: Math.floor((requests * (at + dice.next())) / strikes),
    victim: victims[(first + at) % victims.length] as string,
  }));
}

/** Restores the space if it is deleted; restoring another one does no harm. */
async function restore(quire: Struck, [client]: readonly Client[]): Promise<void> {
  for (const giveUp = performance.now() + PATIENCE_MS; performance.now() < giveUp; await sleep(25)) {
    quire.expectRunning();
    if ((await client?.send({ kind: 'restore-space' }))?.outcome === 'done') return;
  }
  throw new Error(`Nothing could be restored within ${PATIENCE_MS / 1000} s`);
}

async function create(quire: Struck, path: string, body: object): Promise<string> {
  const answer = await quire.call<{ id: string }>('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} was answered with ${answer.status}`);
  return answer.body.id;
}
