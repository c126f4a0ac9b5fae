import type { Caller, Covered } from '#kernel/application/caller';
import { allowed, rankOf, roleOfRank, type Level, type Role } from '#permissions';
import { roleOfScopes } from '../../domain/permission/script-role.js';

/*
 * SQL for the rule in `#permissions`. A row contains the level of a record and the rank of the caller's highest grant
 * on the record or a collection above it; the rule derives the role from both. Grants belong to the organization of the
 * record, which every statement has as its first parameter, $1.
 */

/** The values of a record from which the caller's role is derived. */
export interface AccessRow {
  organizationId: string;
  level: Level;
  /** The rank of the caller's highest grant; null where there is none, or where it was not needed. */
  granted: number | null;
}

/**
 * For statements whose $1 is the organization: the rank of the highest grant of `subjects` (a parameter) on the space or collection with the alias `record`. The
 * subjects of a site visitor include the spaces that the site shows them, those of a script what its installation covers
 * (see `subjectsCovered`); these grant the role read.
 */
export function grantedRank(record: string, subjects: string): string {
  return `case when ${record}.id = any(${subjects}::text[]) or ${record}.organization_id = any(${subjects}::text[])
      and '!' || ${record}.id <> all(${subjects}::text[]) then 1 else (select max(p.rank) from content.permission p
    where p.organization_id = $1 and p.content_id = any(${record}.chain)
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
  if (caller.script) return row.granted === null ? undefined : roleOfScopes(caller.script.scopes);
  return allowed(caller.roles.get(row.organizationId), row.level, [roleOfRank(row.granted)]);
}

/** A caller as parameters of the statements, in PostgreSQL's notation for arrays. */
export interface CallerParameters {
  /**
   * The ids of the user and their teams; for a visitor, also the ids of the spaces that the site shows them; for a script
   * what its installation covers.
   */
  subjects: string;
  /** The ids of the organizations in which they are a guest, as a script is where it is installed. */
  guestOf: string;
}

const parametersOf = new WeakMap<Caller, CallerParameters>();

/** The parameters of a caller, computed once per caller. */
export function callerParameters(caller: Caller): CallerParameters {
  let known = parametersOf.get(caller);
  if (known === undefined) {
    const { script, visitor } = caller;
    const { installation } = script ?? {};
    const shown = installation ? subjectsCovered(installation.organizationId, installation.spaces) : visitor?.spaces;
    const guestOf = [...caller.roles].flatMap(([organization, role]) => (role === null ? [organization] : []));
    if (installation) guestOf.push(installation.organizationId);
    known = { subjects: arrayOf([caller.userId, ...caller.teams, ...(shown ?? [])]), guestOf: arrayOf(guestOf) };
    parametersOf.set(caller, known);
  }
  return known;
}

/** Ids of spaces, or the organization for all of its spaces, without those that are marked with `!`. */
function subjectsCovered(organizationId: string, { all, ids }: Covered): string[] {
  return all ? [organizationId, ...[...ids].map((id) => `!${id}`)] : [...ids];
}

/** An empty list of subjects. */
export const NO_SUBJECTS = '{}';

/**
 * The parameters of lists of accessible records: the rank of the member's role, and their subjects. Administrators need
 * no grants, so theirs are left out. A script whose installation covers all spaces has the rank of administrators.
 */
export function listParameters(caller: Caller, member: Role | null): [rank: number, subjects: string] {
  const { script } = caller;
  if (script) {
    const reaches = roleOfScopes(script.scopes) !== undefined;
    const rank = script.installation?.spaces.all && reaches ? rankOf('admin') : 0;
    return [rank, reaches ? callerParameters(caller).subjects : NO_SUBJECTS];
  }
  return [rankOf(member), member === 'admin' ? NO_SUBJECTS : callerParameters(caller).subjects];
}

/** Ids contain only digits and letters, and `!` is no special character, so nothing needs quoting. */
function arrayOf(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
