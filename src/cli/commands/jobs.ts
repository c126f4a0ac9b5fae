import { Command } from 'commander';
import pg from 'pg';
import { parkedJobs, releaseJobs } from '#kernel/infrastructure/jobs/parked-jobs';
import { readSettings } from '#kernel/infrastructure/settings';
import { openDatabaseServer } from '../../database.js';
import { CommandFailed } from '../failure.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

/** Characters of a payload and of an error in a line. */
const SHOWN = 200;

/** `quire jobs`: lists the parked jobs and reactions, or has them run again. */
export function jobsCommand(terminal: Terminal, act: Act): Command {
  return new Command('jobs')
    .description(
      'list the jobs and reactions that are parked: their attempts are used up, or the server ended twice during them',
    )
    .option('--release [id]', 'have one of them, or all, run again now')
    .action(({ release }: { release?: string | true }) =>
      act(
        withDatabase(terminal, release === undefined ? list : (each, client) => releaseParked(each, client, release)),
      ),
    );
}

type Work = (terminal: Terminal, client: pg.Client) => Promise<void>;

async function withDatabase(terminal: Terminal, work: Work): Promise<void> {
  const database = await openDatabaseServer(readSettings(terminal.env), (line) => inform(terminal, line));
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

/** One line for each: its id, since when it is parked, name, attempts, payload and error. */
async function list(terminal: Terminal, client: pg.Client): Promise<void> {
  const jobs = await parkedJobs(client);
  for (const { id, parkedAt, name, attempts, payload, error } of jobs) {
    const parts = [id, parkedAt.toISOString(), name, `${attempts} attempts`, shown(JSON.stringify(payload))];
    print(terminal, [...parts, ...(error === null ? [] : [shown(error)])].join('  '));
  }
  if (jobs.length === 0) inform(terminal, 'No job is parked');
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

async function releaseParked(terminal: Terminal, client: pg.Client, wanted: string | true): Promise<void> {
  const count = await releaseJobs(client, wanted === true ? undefined : wanted);
  if (count === 0 && wanted !== true) throw new CommandFailed(`No job is parked under ${wanted}`);
  inform(terminal, `Released: ${count}`);
}
