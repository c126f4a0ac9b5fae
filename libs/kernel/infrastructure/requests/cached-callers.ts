import { createHash } from 'node:crypto';
import { CallerByToken, NoteTokenUse, type Caller } from '../../application/caller.js';
import { Callers } from '../../application/callers.js';
import type { Dispatcher } from '../../application/dispatcher.js';
import type { Clock } from '../../domain/clock.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { CALLERS_CHANGED_CHANNEL, type CallerCache } from './caller-cache.js';

/** Asks the context that owns users, and remembers the answer while nothing changed. */
export class CachedCallers extends Callers {
  #used = new Map<string, Date>();

  constructor(
    private readonly cache: CallerCache,
    private readonly dispatcher: Dispatcher,
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async byToken(token: string): Promise<Caller | undefined> {
    const hash = createHash('sha256').update(token).digest('hex');
    const now = this.clock.now();
    const caller = await this.cache.get(hash, now, () => this.dispatcher.ask(new CallerByToken(hash)));
    if (caller) this.#used.set(caller.tokenId, now);
    return caller;
  }

  async changed(userId: string): Promise<void> {
    await this.sql.rows('callers.changed', 'select pg_notify($1, $2)', [CALLERS_CHANGED_CHANNEL, userId]);
    this.unitOfWork.afterCommit(() => this.cache.forget(userId));
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const uses = this.#used;
    this.#used = new Map();
    await this.dispatcher.run(new NoteTokenUse(uses));
  }
}
