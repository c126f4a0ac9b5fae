import type { Caller } from '#kernel/application/caller';
import { allowed, rankOf, roleOfRank, type Level, type Role } from '#permissions';

/*
 * The rule of `#permissions`, as far as SQL must know it: a row tells the level that holds for a record and the rank of
 * the highest grant the caller has along its chain, and the rule makes the role of both. Grants belong to the
 * organization of the record, so one statement serves whatever organization that turns out to be.
 */

/** What of a record decides, with the caller, about the role they have there. */
export interface AccessRow {
  organizationId: string;
  level: Level;
  /** The rank of the caller's highest grant; null where they have none, or where it was not looked up. */
  granted: number | null;
}

/**
 * The rank of the highest grant of `subjects` (a parameter) on the space or collection that is called `record`. Visitors
 * of a site have the spaces it shows them among their subjects, and may read those.
 */
export function grantedRank(record: string, subjects: string): string {
  return `case when ${record}.id = any(${subjects}::text[]) then 1 else (select max(p.rank) from content.permission p
    where p.organization_id = ${record}.organization_id and p.content_id = any(${record}.chain)
      and p.subject_id = any(${subjects}::text[])) end`;
}

/**
 * The same for somebody who only wants to read: looked up where the level does not let members in already, or where the
 * caller is a guest (`guestOf`, a parameter: the organizations where they are).
 */
export function grantedRankToRead(record: string, subjects: string, guestOf: string): string {
  return `case when ${record}.level is null or ${record}.organization_id = any(${guestOf}::text[])
    then ${grantedRank(record, subjects)} end`;
}

/** The caller's role on a record; undefined where they may not know of it. */
export function roleOf(caller: Caller, row: AccessRow): Role | undefined {
  return allowed(caller.roles.get(row.organizationId), row.level, [roleOfRank(row.granted)]);
}

/** Who a caller is to grants, as the parameters of statements: arrays as PostgreSQL writes them. */
export interface Asking {
  /** The user and their teams; of a visitor, the spaces that the site shows them. */
  subjects: string;
  /** The organizations in which they are a guest. */
  guestOf: string;
}

const asked = new WeakMap<Caller, Asking>();

/** The parameters of a caller, written once for each. */
export function asking(caller: Caller): Asking {
  let known = asked.get(caller);
  if (known === undefined) {
    const published = caller.visitor?.spaces ?? [];
    const guestOf = [...caller.roles].flatMap(([organization, role]) => (role === null ? [organization] : []));
    known = { subjects: arrayOf([caller.userId, ...caller.teams, ...published]), guestOf: arrayOf(guestOf) };
    asked.set(caller, known);
  }
  return known;
}

/** Nobody, to whom nothing is granted. */
export const NOBODY = '{}';

/**
 * What lists of what somebody reaches are asked with: the rank of the member's role, and the user with their teams, but
 * for administrators, who need no grant.
 */
export function reaching(caller: Caller, member: Role | null): [rank: number, subjects: string] {
  return [rankOf(member), member === 'admin' ? NOBODY : asking(caller).subjects];
}

/** Ids are made of digits and letters. */
function arrayOf(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
