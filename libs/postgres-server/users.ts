import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processes.js';

const LOOK_AGAIN_MS = 25;

/**
 * Records who uses a database server that several Quire processes share: one file for each use in `folder`, so that
 * only the last process to leave stops the server. Files of dead processes do not count.
 *
 * A use is announced before checking whether another process is stopping the server; stopping is announced before
 * checking for other uses. So of two processes that do both at the same time at least one sees the other: no server is
 * stopped under a user, and there is no lock that a killed process could leave behind.
 */
export class Users {
  private readonly name = `${process.pid}-${randomBytes(6).toString('hex')}`;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Announces this use, then waits until no process is stopping the server. */
  async enter(): Promise<void> {
    this.announce('using');
    while (this.others('stopping')) await sleep(LOOK_AGAIN_MS);
  }

  /** Ends this use; calls `stop` when there is no other use of the server. Returns whether it did. */
  async leave(stop: () => Promise<void>): Promise<boolean> {
    this.announce('stopping');
    this.withdraw('using');
    try {
      if (this.others('using')) return false;
      await stop();
      return true;
    } finally {
      this.withdraw('stopping');
    }
  }

  private others(what: 'using' | 'stopping'): boolean {
    return readdirSync(this.folder).some((file) => {
      if (!file.endsWith(`.${what}`) || file === `${this.name}.${what}`) return false;
      const path = join(this.folder, file);
      const owner = Number.parseInt(file, 10);
      const written = read(path);
      // An empty file is just being written by a running process.
      if (written === undefined || (written !== '' && written !== identityOf(owner))) {
        rmSync(path, { force: true });
        return false;
      }
      return written !== '' || identityOf(owner) !== undefined;
    });
  }

  private announce(what: 'using' | 'stopping'): void {
    writeFileSync(join(this.folder, `${this.name}.${what}`), identityOf(process.pid) ?? '');
  }

  private withdraw(what: 'using' | 'stopping'): void {
    rmSync(join(this.folder, `${this.name}.${what}`), { force: true });
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
