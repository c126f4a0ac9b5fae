import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../domain/id.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { Notifications } from './notifications.js';

const CHANNEL = `quire_arrived_${newId()}`;
const EVERY_MS = 5_000;
/** How long a notice may be under way. */
const WITHIN_MS = 2_000;
const LOOK_MS = 20;

/**
 * Sends a notice of its own as requests do, and waits until it is heard. It is not where the pooler's address and the
 * direct one lead to different databases, or where there is a pooler that shares the connection for notices.
 */
export class NoticeCheck {
  #sent = 0;
  #arrived = 0;
  #isMissing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly notifications: Notifications,
  ) {
    notifications.on(CHANNEL, (payload) => (this.#arrived = Number(payload)));
  }

  /** Whether notices are sent that do not arrive. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  async start(): Promise<void> {
    await this.#check();
    this.#timer = setInterval(() => void this.#check(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** While the database can't be asked, or the connection for notices is being opened again, nothing new is known. */
  async #check(): Promise<void> {
    const nth = ++this.#sent;
    try {
      await this.sql.rows('notice.send', 'select pg_notify($1, $2)', [CHANNEL, String(nth)]);
    } catch {
      return;
    }
    const giveUp = performance.now() + WITHIN_MS;
    while (this.#arrived < nth && performance.now() < giveUp) await pause(LOOK_MS);
    // It may have arrived while this process was busy, and be read next.
    if (this.#arrived < nth) await pause(LOOK_MS);
    if (this.#arrived >= nth) this.#isMissing = false;
    else if (this.notifications.heard) this.#isMissing = true;
  }
}

function pause(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}
