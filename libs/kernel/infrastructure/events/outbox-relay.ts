import type { IntegrationEvent } from '../../domain/integration-event.js';
import { OUTBOX_CHANNEL } from './outbox.js';
import type { Notifications } from './notifications.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { UnitOfWork } from '../database/unit-of-work.js';

/** Reacts to one kind of event. */
export type EventReaction = (event: IntegrationEvent) => Promise<void>;

interface OutboxRow {
  organization_id: string;
  id: string;
  name: string;
  payload: IntegrationEvent;
  attempts: number;
}

/** Failed deliveries after which an event is parked: kept, shown in the log, and not tried again by itself. */
const MAX_ATTEMPTS = 10;
const POLL_MS = 5_000;

/**
 * Delivers the events of the outbox to those who react, at least once and each in a transaction of its own: the
 * reaction's writes and the removal of the event are committed together. Several processes may relay at once; a row
 * is locked while it is delivered and others skip it. A reaction that throws is tried again later (1 s, 2 s, 4 s, …).
 */
export class OutboxRelay {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = true;

  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly reactions: (eventName: string) => EventReaction[],
    private readonly warn: (message: string) => void,
  ) {}

  start(notifications: Notifications): void {
    this.#stopped = false;
    notifications.on(OUTBOX_CHANNEL, () => this.wake());
    notifications.onGap(() => this.wake());
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Looks for events now; a call while a look is under way makes it look once more. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#drainWhileAsked().finally(() => (this.#running = undefined));
  }

  async #drainWhileAsked(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.drain();
      } catch (error) {
        this.warn(`The outbox could not be read: ${(error as Error).message}`);
      }
    }
  }

  /** Delivers every event that is due, and answers how many were delivered. */
  async drain(): Promise<number> {
    let delivered = 0;
    for (;;) {
      const outcome = await this.#deliverNext();
      if (outcome === 'none') return delivered;
      if (outcome === 'delivered') delivered++;
    }
  }

  async #deliverNext(): Promise<'delivered' | 'failed' | 'none'> {
    let taken: OutboxRow | undefined;
    try {
      await this.unitOfWork.transaction(async () => {
        taken = await this.sql.row<OutboxRow>(
          'outbox.next',
          `select organization_id, id, name, payload, attempts from kernel.outbox
           where parked_at is null and next_attempt_at <= now()
           order by next_attempt_at, id limit 1 for update skip locked`,
        );
        if (!taken) return;
        for (const reaction of this.reactions(taken.name)) await reaction(taken.payload);
        await this.sql.rows('outbox.done', 'delete from kernel.outbox where organization_id = $1 and id = $2', [
          taken.organization_id,
          taken.id,
        ]);
      });
    } catch (error) {
      if (!taken) throw error;
      await this.#postpone(taken, error as Error);
      return 'failed';
    }
    return taken ? 'delivered' : 'none';
  }

  async #postpone(row: OutboxRow, error: Error): Promise<void> {
    const attempts = row.attempts + 1;
    const parked = attempts >= MAX_ATTEMPTS;
    await this.sql.rows(
      'outbox.postpone',
      `update kernel.outbox set attempts = $3, last_error = $4,
         next_attempt_at = now() + make_interval(secs => $5), parked_at = case when $6 then now() end
       where organization_id = $1 and id = $2`,
      [row.organization_id, row.id, attempts, error.message.slice(0, 2000), 2 ** (attempts - 1), parked],
    );
    this.warn(`Event ${row.name} ${row.id} ${parked ? 'was parked' : 'will be tried again'}: ${error.message}`);
  }
}
