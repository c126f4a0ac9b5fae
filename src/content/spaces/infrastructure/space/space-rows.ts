import { Injectable } from '@nestjs/common';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';

/** A table of which every row belongs to one space, beside the blobs that it may share with other spaces. */
export interface SpaceRows {
  table: string;
  /** What a row names: its space (`space_id`), unless it names a change request of it (`change_request_id`). */
  names?: 'change-request';
  /** A transfer moves the rows with the space, unless it deletes what is cheaper to write again or what triggers write. */
  onTransfer?: 'delete';
  /** Triggers keep numbers of rows of other tables in these: a transfer copies them after those, as they are. */
  counts?: true;
  /** A purge deletes the rows, unless the area does so itself. */
  onPurge?: 'keep';
  /** The columns of a copy beside the organization and the space; without them a copy begins with no rows. */
  copied?: string;
  /**
   * The rows that a copy gets, as a relation with the columns of `copied`, of the organization `$1` and the space `$2`;
   * without it those of the table itself. For tables that keep what earlier revisions had, which a copy begins without.
   */
  copiedFrom?: string;
  /** The condition of rows during which the space cannot be transferred. */
  busy?: string;
}

const OWNS_ROWS = Symbol.for('quire:owns-rows-of-spaces');

/** Marks the store of tables whose rows belong to spaces: what happens to a space happens to them. */
export function OwnsRowsOfSpaces(...rows: SpaceRows[]): ClassDecorator {
  return (target) => Reflect.defineMetadata(OWNS_ROWS, rows, target);
}

/** The tables of all areas with rows of spaces. */
@Injectable()
export class RowsOfSpaces {
  #rows: readonly SpaceRows[] | undefined;

  constructor(private readonly providers: MarkedProviders) {}

  get all(): readonly SpaceRows[] {
    this.#rows ??= this.providers
      .with<SpaceRows[]>(OWNS_ROWS)
      .flatMap(([rows]) => rows)
      .sort((a, b) => (a.table < b.table ? -1 : 1));
    return this.#rows;
  }

  /** Those that name the space themselves. */
  get direct(): readonly SpaceRows[] {
    return this.all.filter(({ names }) => names === undefined);
  }

  get ofChangeRequests(): readonly SpaceRows[] {
    return this.all.filter(({ names }) => names === 'change-request');
  }
}
