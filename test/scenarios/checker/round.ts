import { setTimeout as sleep } from 'node:timers/promises';
import type { QuireProcess } from '../support/quire-process.js';
import { Board } from './board.js';
import { checkChains } from './chains.js';
import { Client } from './client.js';
import { Dice } from './dice.js';
import { History } from './history.js';
import { checkListed } from './listed.js';
import { checkRecords } from './records.js';
import { checkRefusals } from './refusals.js';
import { takeSnapshot, type Snapshot } from './snapshot.js';

export interface RoundOptions {
  seed: number;
  clients: number;
  /** Requests that all clients together send. */
  requests: number;
  /** How often something is killed. */
  strikes: number;
  /** It ends then, however many requests were sent. */
  mostMs: number;
}

export interface Round {
  space: string;
  history: History;
  snapshot: Snapshot;
  faults: string[];
}

type Victim = 'server' | 'database' | 'both';

const PATIENCE_MS = 30_000;

/** Lets clients do what chance tells them to one new space while things are killed; then checks what came of it. */
export async function playRound(quire: QuireProcess, options: RoundOptions): Promise<Round> {
  const organization = await create(quire, '/orgs', { title: `Seed ${options.seed}` });
  const space = await create(quire, `/orgs/${organization}/spaces`, { empty: true });
  const history = new History();
  const clients = clientsOf(quire, space, history, options);
  await play(quire, clients, history, options);
  await restore(clients);
  await settle(quire, organization, space);
  const snapshot = await takeSnapshot(quire.databaseUrl, organization, space);
  return { space, history, snapshot, faults: [...check(history, snapshot), ...(await checkListed(quire, space, snapshot))] };
}

/** What is wrong with the history of a space and what is left of it. */
export function check(history: History, snapshot: Snapshot): string[] {
  history.doubt();
  const { faults, held } = checkChains(history, snapshot);
  return [
    ...faults,
    ...checkRefusals(history, held, snapshot.contents),
    ...checkRecords(history, snapshot),
    ...snapshot.orphans,
  ];
}

function clientsOf(quire: QuireProcess, space: string, history: History, { seed, clients }: RoundOptions): Client[] {
  const board = new Board();
  return Array.from(
    { length: clients },
    (_, number) => new Client({ url: quire.url, id: space }, number, seed, board, history),
  );
}

async function play(quire: QuireProcess, clients: readonly Client[], history: History, options: RoundOptions) {
  const { requests, mostMs } = options;
  const deadline = performance.now() + mostMs;
  const isOver = (): boolean => history.entries.length >= requests || performance.now() > deadline;
  const work = async (client: Client): Promise<void> => {
    while (!isOver()) await client.act();
  };
  const strike = async (): Promise<void> => {
    for (const { after, victim } of strikesOf(options)) {
      while (history.entries.length < after && !isOver()) await sleep(2);
      if (isOver()) return;
      await kill(quire, victim);
    }
  };
  await Promise.all([...clients.map(work), strike()]);
}

/** What is killed after how many requests. */
function strikesOf({ seed, requests, strikes }: RoundOptions): { after: number; victim: Victim }[] {
  const dice = Dice.of(seed, 'strikes');
  const victims: readonly Victim[] = ['server', 'database', 'both'];
  const first = dice.between(0, 2);
  return Array.from({ length: strikes }, (_, at) => ({
    after: Math.floor((requests * (at + dice.next())) / strikes),
    victim: victims[(first + at) % victims.length] as Victim,
  }));
}

/** A server whose database is gone goes on, and the database comes back under it. */
async function kill(quire: QuireProcess, victim: Victim): Promise<void> {
  if (victim !== 'server') quire.killDatabase();
  if (victim !== 'database') {
    await quire.kill();
    await quire.start();
    return;
  }
  await until(() => quire.isReady());
}

/** Restores the space if it is deleted; so does whoever restores one that is not. */
async function restore([client]: readonly Client[]): Promise<void> {
  await until(async () => (await client?.send({ kind: 'restore-space' }))?.outcome === 'done');
}

/** Waits until search knows the current content: that may come late. */
async function settle(quire: QuireProcess, organization: string, space: string): Promise<void> {
  await until(async () => {
    const { status, body } = await quire.call<{ revision: string }>('GET', `/spaces/${space}`);
    return status === 200 && body.revision !== organization;
  });
}

async function create(quire: QuireProcess, path: string, body: object): Promise<string> {
  const answer = await quire.call<{ id: string }>('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} was answered with ${answer.status}`);
  return answer.body.id;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUp = performance.now() + PATIENCE_MS; !(await isSo()); await sleep(25)) {
    if (performance.now() > giveUp) throw new Error(`Not ready within ${PATIENCE_MS / 1000} s`);
  }
}
