import { hash } from 'node:crypto';
import {
  CallerByContentToken,
  CallerByProvisioningToken,
  CallerByScriptToken,
  CallerBySession,
  CallerByToken,
  PROVISIONING_TOKEN,
  RecordProvisioningTokenUse,
  RecordTokenUse,
  type Caller,
  type ProvisioningIdentity,
} from '../../application/caller.js';
import { Callers } from '../../application/callers.js';
import type { Dispatcher } from '../../application/dispatcher.js';
import type { Clock } from '../../domain/clock.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { CALLERS_CHANGED_CHANNEL, type CallerCache } from './caller-cache.js';

/** Forgetting a user scans all cached callers; for more users than this, all are forgotten instead. */
const MOST_INVALIDATED = 50;
const EVERYBODY = '';
/** Three parts of base64url: a JSON Web Token. Personal tokens contain no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Loads callers from the context that owns users, and caches them until something changes. */
export class CachedCallers extends Callers {
  #used = new Map<string, Date>();
  #provisioned = new Map<string, ProvisioningIdentity & { at: Date }>();

  constructor(
    private readonly cache: CallerCache,
    private readonly dispatcher: Dispatcher,
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  known(secret: string): Caller | undefined {
    const now = this.clock.now();
    return this.#noteUse(this.cache.known(secret, now), now);
  }

  byToken(secret: string): Promise<Caller | undefined> {
    if (JWT.test(secret))
      return this.#find(
        secret,
        isOfScript(secret) ? new CallerByScriptToken(secret) : new CallerByContentToken(secret),
      );
    const hashed = hash('sha256', secret, 'hex');
    const isOfProvisioning = secret.startsWith(PROVISIONING_TOKEN);
    return this.#find(secret, isOfProvisioning ? new CallerByProvisioningToken(hashed) : new CallerByToken(hashed));
  }

  bySession(secret: string): Promise<Caller | undefined> {
    return this.#find(secret, new CallerBySession(hash('sha256', secret, 'hex')));
  }

  async changed(...userIds: string[]): Promise<void> {
    if (userIds.length === 0) return;
    const invalidated = userIds.length > MOST_INVALIDATED ? [EVERYBODY] : userIds;
    await this.sql.defer('callers.changed', 'select pg_notify($1, u) from unnest($2::text[]) u', [
      CALLERS_CHANGED_CHANNEL,
      invalidated,
    ]);
    this.unitOfWork.afterCommit(() => {
      for (const userId of invalidated) this.cache.forget(userId);
    });
  }

  allChanged(): Promise<void> {
    return this.changed(EVERYBODY);
  }

  async flush(): Promise<void> {
    const [uses, provisioned] = [this.#used, this.#provisioned];
    this.#used = new Map();
    this.#provisioned = new Map();
    if (uses.size > 0) await this.dispatcher.run(new RecordTokenUse(uses));
    if (provisioned.size > 0) await this.dispatcher.run(new RecordProvisioningTokenUse([...provisioned.values()]));
  }

  async #find(
    secret: string,
    query: CallerByToken | CallerByContentToken | CallerByScriptToken | CallerByProvisioningToken | CallerBySession,
  ): Promise<Caller | undefined> {
    const now = this.clock.now();
    return this.#noteUse(await this.cache.get(secret, now, () => this.dispatcher.ask(query)), now);
  }

  #noteUse(caller: Caller | undefined, now: Date): Caller | undefined {
    if (caller?.tokenId !== undefined) this.#used.set(caller.tokenId, now);
    const { provisioning } = caller ?? {};
    if (provisioning) this.#provisioned.set(provisioning.tokenId, { ...provisioning, at: now });
    return caller;
  }
}

/** Whether a token says that it is of a script; whether that is true its signature tells. */
function isOfScript(token: string): boolean {
  try {
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { kind?: unknown } | null;
    return claims?.kind === 'integration';
  } catch {
    return false;
  }
}
