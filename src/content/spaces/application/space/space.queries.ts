import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { SpaceView } from '../../../contract/space.view.js';

/** The spaces of an organization the caller may see, the oldest first; deleted ones are left out. A page of `SpaceView`. */
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
 * The spaces a member of an organization reaches, each with the role they have there, the newest first or last. For
 * administrators of the organization and the member; Forbidden for others. A page of `MemberSpaceView`.
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

/** One space the caller may see, with the entity tag of what is shown. */
export class GetTaggedSpace extends Query<{ view: SpaceView; etag: string }> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    /** The key of a share link, for addresses where it opens something. */
    readonly shareKey?: string,
  ) {
    super();
  }
}
