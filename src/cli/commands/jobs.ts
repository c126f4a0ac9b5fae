import { Command } from 'commander';
import pg from 'pg';
import { parkedJobs, releaseJobs } from '#kernel/infrastructure/jobs/parked-jobs';
import { readSettings } from '#kernel/infrastructure/settings';
import { openDatabaseServer } from '../../database.js';
import { print, tell, type Act, type Terminal } from '../terminal.js';

/** `quire jobs`: lists the jobs that are parked as processes ended while they ran, or has them tried again. */
export function jobsCommand(terminal: Terminal, act: Act): Command {
  return new Command('jobs')
    .description('list the jobs that are not run any more as the server ended twice during them')
    .option('--release', 'have them tried again, now')
    .action(({ release }: { release?: boolean }) => act(withDatabase(terminal, release ? releaseAll : list)));
}

type Work = (terminal: Terminal, client: pg.Client) => Promise<void>;

async function withDatabase(terminal: Terminal, work: Work): Promise<void> {
  const database = await openDatabaseServer(readSettings(terminal.env), (line) => tell(terminal, line));
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(terminal, client);
  } finally {
    await client.end();
    await database.stop();
  }
}

async function list(terminal: Terminal, client: pg.Client): Promise<void> {
  const jobs = await parkedJobs(client);
  for (const { task, payload, parkedAt } of jobs) {
    print(terminal, `${parkedAt.toISOString()}  ${task}  ${JSON.stringify(payload)}`);
  }
  if (jobs.length === 0) tell(terminal, 'No job is parked');
}

async function releaseAll(terminal: Terminal, client: pg.Client): Promise<void> {
  tell(terminal, `Released: ${await releaseJobs(client)}`);
}
