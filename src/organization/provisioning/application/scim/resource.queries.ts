import type { ProvisioningIdentity } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { ListRequest, Shown } from './list-request.js';
import type { ListView, TaggedResource } from './resource.view.js';

/** Members of the organization as users of SCIM. */
export class ListScimUsers extends Query<ListView> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly request: ListRequest,
  ) {
    super();
  }
}

/** One of them; NotFound for who is no member. */
export class GetScimUser extends Query<TaggedResource> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly userId: string,
    readonly shown: Shown,
  ) {
    super();
  }
}

/**
 * Teams of the organization as groups of SCIM. Where members are shown, an answer ends early that would have more than
 * 20,000 of them, but never before the first group.
 */
export class ListScimGroups extends Query<ListView> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly request: ListRequest,
  ) {
    super();
  }
}

/** One of them; NotFound where there is no such team. */
export class GetScimGroup extends Query<TaggedResource> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly groupId: string,
    readonly shown: Shown,
  ) {
    super();
  }
}

/** Users and groups together. */
export class SearchScim extends Query<ListView> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly request: ListRequest,
  ) {
    super();
  }
}
