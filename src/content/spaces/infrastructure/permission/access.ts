import type { Caller } from '#kernel/application/caller';
import { allowed, rankOf, roleOfRank, type Level, type Role } from '#permissions';

/*
 * SQL for the rule in `#permissions`. A row contains the level of a record and the rank of the caller's highest grant
 * on the record or a collection above it; the rule derives the role from both. Grants belong to the organization of the
 * record, so the statements need no organization from the caller.
 */

/** The values of a record from which the caller's role is derived. */
export interface AccessRow {
  organizationId: string;
  level: Level;
  /** The rank of the caller's highest grant; null where there is none, or where it was not needed. */
  granted: number | null;
}

/**
 * The rank of the highest grant of `subjects` (a parameter) on the space or collection with the alias `record`. The
 * subjects of a site visitor include the spaces that the site shows them; these grant the role read.
 */
export function grantedRank(record: string, subjects: string): string {
  return `case when ${record}.id = any(${subjects}::text[]) then 1 else (select max(p.rank) from content.permission p
    where p.organization_id = ${record}.organization_id and p.content_id = any(${record}.chain)
      and p.subject_id = any(${subjects}::text[])) end`;
}

/**
 * As `grantedRank`, for read access only: evaluated only where the level does not already let members in, or where the
 * caller is a guest (`guestOf`, a parameter: the organizations where they are).
 */
export function grantedRankToRead(record: string, subjects: string, guestOf: string): string {
  return `case when ${record}.level is null or ${record}.organization_id = any(${guestOf}::text[])
    then ${grantedRank(record, subjects)} end`;
}

/** The caller's role on a record; undefined where they must not learn that it exists. */
export function roleOf(caller: Caller, row: AccessRow): Role | undefined {
  return allowed(caller.roles.get(row.organizationId), row.level, [roleOfRank(row.granted)]);
}

/** A caller as parameters of the statements, in PostgreSQL's notation for arrays. */
export interface CallerParameters {
  /** The ids of the user and their teams; for a visitor, also the ids of the spaces that the site shows them. */
  subjects: string;
  /** The ids of the organizations in which they are a guest. */
  guestOf: string;
}

const parametersOf = new WeakMap<Caller, CallerParameters>();

/** The parameters of a caller, computed once per caller. */
export function callerParameters(caller: Caller): CallerParameters {
  let known = parametersOf.get(caller);
  if (known === undefined) {
    const published = caller.visitor?.spaces ?? [];
    const guestOf = [...caller.roles].flatMap(([organization, role]) => (role === null ? [organization] : []));
    known = { subjects: arrayOf([caller.userId, ...caller.teams, ...published]), guestOf: arrayOf(guestOf) };
    parametersOf.set(caller, known);
  }
  return known;
}

/** An empty list of subjects. */
export const NO_SUBJECTS = '{}';

/**
 * The parameters of lists of accessible records: the rank of the member's role, and their subjects. Administrators need
 * no grants, so theirs are left out.
 */
export function listParameters(caller: Caller, member: Role | null): [rank: number, subjects: string] {
  return [rankOf(member), member === 'admin' ? NO_SUBJECTS : callerParameters(caller).subjects];
}

/** Ids contain only digits and letters, so nothing needs quoting. */
function arrayOf(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
