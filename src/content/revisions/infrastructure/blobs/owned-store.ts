import { Injectable, Logger } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Blobs } from '../../domain/content/blobs.js';
import { formatMark, ownership, parseMark, type KnownMark, type Ownership, type StoreMark } from './store-mark.js';

/**
 * The job that deletes runs every hour and renews the mark. For so long after the last time, another database may have
 * written it that has not run its job since.
 */
const UNSURE = "interval '2 hours'";
/** Processes that look at the same time renew it once. */
const RENEWED_LATELY = "interval '30 minutes'";
/** Former ids that are known: of a week, for a store whose files were copied for days. */
const KNOWN = 200;

/** This database, in this server, since its start: not the same in any copy, however that was made. */
const HERE = `(select concat_ws(' ', c.system_identifier, d.oid, extract(epoch from pg_postmaster_start_time()))
  from pg_control_system() c, pg_database d where d.datname = current_database())`;

/** A row in any case. */
export const READ_MARK = `select here.id as here, m.ids, m.disputed_at as "disputedAt", m.delete_from as "deleteFrom",
    coalesce(m.delete_from <= now(), false) as "mayDelete",
    coalesce(m.server <> here.id or m.renewed_at < now() - ${RENEWED_LATELY}, true) as "isDue"
  from (select ${HERE} as id) here left join content.store_mark m on true`;

const WITH_NEW_ID = `trim_array(array_prepend($1::text, m.ids), greatest(0, cardinality(m.ids) + 1 - ${KNOWN}))`;

const FIRST = `insert into content.store_mark as m (ids, renewed_at, delete_from, server)
  values (array[$1::text], now(), now() + ${UNSURE}, $2)
  on conflict (single) do update set ids = ${WITH_NEW_ID}, renewed_at = excluded.renewed_at,
    server = excluded.server, delete_from = excluded.delete_from
  where m.disputed_at is null returning delete_from <= renewed_at as "mayDelete"`;

/** A copy waits until its original would have been heard of, unless that has not renewed the mark for long. */
const RENEW = `update content.store_mark as m set ids = ${WITH_NEW_ID}, renewed_at = now(), server = $2,
    delete_from = case when server = $2 then delete_from else greatest(delete_from, renewed_at + ${UNSURE}) end
  where disputed_at is null and (server <> $2 or renewed_at < now() - ${RENEWED_LATELY})
  returning delete_from <= renewed_at as "mayDelete"`;

const DISPUTE = `insert into content.store_mark as m (ids, renewed_at, delete_from, server, disputed_at, reported_at)
  values (array[$1::text], now(), 'infinity', $2, now(), now())
  on conflict (single) do update set disputed_at = coalesce(m.disputed_at, excluded.disputed_at),
    renewed_at = excluded.renewed_at,
    reported_at = case when m.reported_at > excluded.reported_at - interval '1 day' then m.reported_at
      else excluded.reported_at end
  returning ids[1] as id, reported_at = renewed_at as "isNews"`;

const CLAIM = `insert into content.store_mark as m (ids, renewed_at, delete_from, server)
  values (array[$1::text], now(), now(), $2)
  on conflict (single) do update set ids = ${WITH_NEW_ID}, renewed_at = excluded.renewed_at,
    delete_from = excluded.delete_from, server = excluded.server, disputed_at = null, reported_at = null
  returning delete_from <= renewed_at as "mayDelete"`;

export interface MarkState extends KnownMark {
  here: string;
  deleteFrom: Date | null;
  mayDelete: boolean;
  isDue: boolean;
}

/**
 * Whether the store of files belongs to this database. A mark in the store has an id that the database has too, and
 * that is renewed every hour, first in the database: a copy of the database, which had the same id, then finds one that
 * it does not know, whichever of the two renews it first. From then on neither deletes, until an operator says whose the
 * store is.
 */
@Injectable()
export class OwnedStore {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly blobs: Pick<Blobs, 'readMark' | 'writeMark'>,
    private readonly sql: SqlQuery,
  ) {}

  /** Whether bytes may be deleted now. Renews the mark where its time has come; claims a store that has none. */
  async mayDelete(): Promise<boolean> {
    let found = await this.#look();
    // Once more, as an operator may have said so in the meantime.
    if (isForeign(found.owner) && found.state.disputedAt === null) found = await this.#look();
    const { owner, mark, state } = found;
    if (owner === 'own' && !state.isDue) return state.mayDelete;
    if (isForeign(owner)) return this.#dispute(owner, mark, state);
    const write = owner === 'own' ? RENEW_NAMED : FIRST_NAMED;
    const written = await this.#write(write, state, mark?.refused ?? []);
    // Of several processes one renews it.
    return written ?? (await this.#look()).state.mayDelete;
  }

  /** Makes the store this database's own, as an operator says. Every other one that has used it is refused from then on. */
  async claim(): Promise<void> {
    const { mark, state } = await this.#look();
    const former = [mark?.id ?? [], mark?.disputed ?? [], mark?.refused ?? [], state.ids ?? []].flat();
    await this.#write(CLAIM_NAMED, state, former);
  }

  /** The mark first: the row has every id that this database had written by then. */
  async #look(): Promise<{ owner: Ownership; mark: StoreMark | undefined; state: MarkState }> {
    const mark = parseMark(await this.blobs.readMark());
    const state = await this.sql.row<MarkState & {}>('store-mark.read', READ_MARK);
    if (!state) throw new Error('The database did not say what it knows of the store');
    return { owner: ownership(mark, state), mark, state };
  }

  /** Writes a new id to the database, and only then to the store. Returns undefined where there was no need any more. */
  async #write([name, text]: Named, { here }: MarkState, refused: readonly string[]): Promise<boolean | undefined> {
    const id = newId();
    const row = await this.sql.row<{ mayDelete: boolean }>(name, text, [id, here]);
    if (row) await this.blobs.writeMark(formatMark({ id, disputed: [], refused }));
    return row?.mayDelete;
  }

  async #dispute(owner: Ownership, mark: StoreMark | undefined, { here, ids }: MarkState): Promise<false> {
    const row = await this.sql.row<{ id: string; isNews: boolean }>('store-mark.dispute', DISPUTE, [newId(), here]);
    if (!row) throw new Error('The dispute was not noted');
    const known = ids ?? [row.id];
    const isNoted = mark?.id === undefined && mark?.disputed.some((each) => known.includes(each)) === true;
    if (owner !== 'refused' && !isNoted) {
      const disputed = [...(mark?.disputed ?? []), ...(mark?.id === undefined ? [] : [mark.id]), row.id];
      await this.blobs.writeMark(formatMark({ id: undefined, disputed, refused: mark?.refused ?? [] }));
    }
    if (row.isNews) this.#logger.error(`No files are deleted: ${owner === 'refused' ? REFUSED : DISPUTED}`);
    return false;
  }
}

type Named = readonly [name: string, text: string];
const FIRST_NAMED: Named = ['store-mark.first', FIRST];
const RENEW_NAMED: Named = ['store-mark.renew', RENEW];
const CLAIM_NAMED: Named = ['store-mark.claim', CLAIM];

const DISPUTED = 'another database uses the same store. See quire doctor';
const REFUSED = 'the store belongs to another database, as an operator said. See quire doctor';

const isForeign = (owner: Ownership): boolean => owner !== 'own' && owner !== 'unmarked';
