import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { SpaceView } from '../../../contract/space.view.js';

/**
 * The spaces of an organization that the caller may see, without deleted ones, the oldest first. A page of `SpaceView`.
 */
export class ListSpacesOfOrganization extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/**
 * The spaces that a member of an organization has access to, with their role in each, the newest first or last.
 * Administrators may ask for any member, others only for themselves; else throws Forbidden. A page of
 * `MemberSpaceView`.
 */
export class ListSpacesOfMember extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly userId: string,
    readonly order: 'asc' | 'desc',
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One space that the caller may see, with the entity tag of its view. */
export class GetTaggedSpace extends Query<{ view: SpaceView; etag: string }> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    /** The key of a share link, which completes the published URL where it is valid. */
    readonly shareKey?: string,
  ) {
    super();
  }
}
