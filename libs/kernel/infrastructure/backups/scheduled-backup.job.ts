import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Injectable, Logger } from '@nestjs/common';
import type { JobHandler } from '../../application/jobs.js';
import { RunsJob } from '../../application/reactions.js';
import { SqlQuery } from '../database/sql-query.js';
import { Settings } from '../settings.js';
import { noteFailedBackup } from './backup-state.js';

/** Requests and the database go first where processors are busy. */
const NICE = 10;
/** Lines of an error that are kept. */
const LAST_LINES = 5;

/** How a process of the command line is started: arguments of Node. */
export class CommandLine {
  constructor(readonly program: readonly string[]) {}
}

/**
 * Writes the backups of QUIRE_BACKUP_SCHEDULE: one job at each time, in whichever process takes it. It runs
 * `quire backup --scheduled` in a process of its own, so that neither the memory nor the event loop of this one has part
 * in it. That process ends when its input does, so also when this one is killed, and then leaves nothing that looks like
 * a backup. A backup that fails is tried again as any job is.
 */
@Injectable()
@RunsJob('kernel.write-backup', undefined, { waits: true })
export class ScheduledBackup implements JobHandler {
  readonly schedule: string | undefined;
  readonly #logger = new Logger('Backup');

  constructor(
    settings: Settings,
    private readonly sql: SqlQuery,
    private readonly commandLine: CommandLine,
  ) {
    this.schedule = settings.backup.schedule;
  }

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    // Of a job that was enqueued under other settings.
    if (this.schedule === undefined) return;
    signal.throwIfAborted();
    const failure = await this.#write(signal);
    signal.throwIfAborted();
    if (failure === undefined) return;
    await noteFailedBackup(this.sql, failure);
    this.#logger.error(`The backup failed, and is tried again: ${failure}`);
    throw new Error(failure);
  }

  /** Returns why it failed. */
  async #write(signal: AbortSignal): Promise<string | undefined> {
    const child = spawn(process.execPath, [...this.commandLine.program, 'backup', '--scheduled'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    child.stdin.on('error', () => undefined);
    each(child.stdout, (line) => this.#logger.log(line));
    each(child.stderr, (line) => {
      lines.push(line);
      lines.splice(0, lines.length - LAST_LINES);
      this.#logger.warn(line);
    });
    const end = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    try {
      lower(child);
      const [code, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      return code === 0 ? undefined : lines.join(' ') || `it ended with ${code ?? by}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }
}

function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended, or the system does not allow it.
  }
}

function each(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  createInterface({ input: stream }).on('line', take);
}
