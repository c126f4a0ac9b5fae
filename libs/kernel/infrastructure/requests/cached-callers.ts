import { hash } from 'node:crypto';
import { CallerByToken, NoteTokenUse, type Caller } from '../../application/caller.js';
import { Callers } from '../../application/callers.js';
import type { Dispatcher } from '../../application/dispatcher.js';
import type { Clock } from '../../domain/clock.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { CALLERS_CHANGED_CHANNEL, type CallerCache } from './caller-cache.js';

/** Forgetting a user looks at everybody who is known, so many at once are forgotten with all the others. */
const MOST_TOLD = 50;
const EVERYBODY = '';

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

  known(token: string): Caller | undefined {
    const now = this.clock.now();
    return this.#noteUse(this.cache.known(token, now), now);
  }

  async byToken(token: string): Promise<Caller | undefined> {
    const now = this.clock.now();
    const load = (): Promise<Caller | undefined> =>
      this.dispatcher.ask(new CallerByToken(hash('sha256', token, 'hex')));
    return this.#noteUse(await this.cache.get(token, now, load), now);
  }

  async changed(...userIds: string[]): Promise<void> {
    if (userIds.length === 0) return;
    const told = userIds.length > MOST_TOLD ? [EVERYBODY] : userIds;
    await this.sql.later('callers.changed', 'select pg_notify($1, u) from unnest($2::text[]) u', [
      CALLERS_CHANGED_CHANNEL,
      told,
    ]);
    this.unitOfWork.afterCommit(() => {
      for (const userId of told) this.cache.forget(userId);
    });
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const uses = this.#used;
    this.#used = new Map();
    await this.dispatcher.run(new NoteTokenUse(uses));
  }

  #noteUse(caller: Caller | undefined, now: Date): Caller | undefined {
    if (caller) this.#used.set(caller.tokenId, now);
    return caller;
  }
}
