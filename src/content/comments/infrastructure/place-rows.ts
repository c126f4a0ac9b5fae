import type { Caller } from '#kernel/application/caller';
import type { NamedRecord } from '#kernel/infrastructure/organizations/record-organizations';
import type { CommentPlace, CommentPlaceWithRole } from '../domain/comments.js';
import {
  callerParameters,
  grantedRank,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { CHANGE_REQUESTS, HEADS, REVISIONS } from '../../revisions/infrastructure/reading.js';

/** A place as statements read it, besides whatever else they read. */
export interface PlaceRow extends AccessRow, Omit<CommentPlaceWithRole, 'role'> {}

export const PLACE_COLUMNS = `s.organization_id as "organizationId", s.id as "spaceId", r.id as "changeRequestId",
  v.id as "revisionId", encode(v.pages_root, 'hex') as "pagesRoot", s.level, ${grantedRank('s', '$3')} as granted`;

/**
 * The space $2 of the organization $1, or its change request $4, with its current revision, for the caller who is $3.
 * Without a change request none has the empty id: a join that can find nothing has no place in a distributed plan.
 */
export const PLACE_TABLES = `content.space s
  join ${HEADS} h on h.organization_id = s.organization_id and h.space_id = s.id
  left join ${CHANGE_REQUESTS} r on r.organization_id = s.organization_id and r.space_id = s.id and r.id = coalesce($4, '')
  join ${REVISIONS} v on v.organization_id = s.organization_id and v.id = coalesce(r.revision_id, h.revision_id)`;

export const IS_PLACE = `s.organization_id = $1 and s.id = $2 and s.deleted_at is null
  and ($4::text is null or r.id is not null)`;

/** The parameters $1 to $4. */
export function placeParameters(
  organizationId: string,
  caller: Caller,
  { spaceId, changeRequestId }: CommentPlace,
): (string | null)[] {
  return [organizationId, spaceId, callerParameters(caller).subjects, changeRequestId ?? null];
}

/** The record whose organization is that of a place. */
export const spaceOf = ({ spaceId }: CommentPlace): NamedRecord => ({ table: 'content.space', id: spaceId });

export function placeOf(caller: Caller, row: PlaceRow): CommentPlaceWithRole {
  const { organizationId, spaceId, changeRequestId, revisionId, pagesRoot } = row;
  return { organizationId, spaceId, changeRequestId, revisionId, pagesRoot, role: roleOf(caller, row) };
}
