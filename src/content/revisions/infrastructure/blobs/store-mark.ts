/** What the mark in the store says. */
export interface StoreMark {
  /** What the database wrote that the store belongs to; undefined while databases dispute it. */
  readonly id: string | undefined;
  /** Ids of databases that found the mark of another one. */
  readonly disputed: readonly string[];
  /** Ids of databases that it does not belong to, as an operator said. */
  readonly refused: readonly string[];
}

/** What a database knows of the mark. */
export interface KnownMark {
  /** All that it may have written lately, the newest first; null before the first time. */
  readonly ids: readonly string[] | null;
  readonly disputedAt: Date | null;
}

/**
 * Whose a store is: `own`; `unmarked`, as before the first use; `other` where another database has written the mark;
 * `disputed` since one of them found that; `refused` where an operator said that it belongs to another.
 */
export type Ownership = 'own' | 'unmarked' | 'other' | 'disputed' | 'refused';

const ABOUT =
  'Says which database of Quire the files here belong to. Without it, or with that of another, none are deleted.';
/** Ids of former databases that a mark names. */
const MOST_REFUSED = 100;
const MOST_DISPUTED = 20;

/** A text that is no mark is one of an unknown database. */
export function parseMark(text: string | undefined): StoreMark | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { id, disputed, refused } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return { id: typeof id === 'string' ? id : undefined, disputed: texts(disputed), refused: texts(refused) };
}

export function formatMark({ id, disputed, refused }: StoreMark): string {
  const mark = {
    object: 'quire-store',
    about: ABOUT,
    ...(id === undefined ? { disputed: unique(disputed).slice(-MOST_DISPUTED) } : { id }),
    refused: unique(refused).slice(0, MOST_REFUSED),
  };
  return `${JSON.stringify(mark, undefined, 2)}\n`;
}

export function ownership(mark: StoreMark | undefined, { ids, disputedAt }: KnownMark): Ownership {
  const isOurs = (id: string): boolean => ids?.includes(id) === true;
  if (mark === undefined) return disputedAt === null ? 'unmarked' : 'disputed';
  const isOwn = mark.id !== undefined && isOurs(mark.id);
  if (isOwn) return disputedAt === null ? 'own' : 'disputed';
  if (mark.disputed.some(isOurs)) return 'disputed';
  if (mark.refused.some(isOurs)) return 'refused';
  return mark.id === undefined || disputedAt !== null ? 'disputed' : 'other';
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
