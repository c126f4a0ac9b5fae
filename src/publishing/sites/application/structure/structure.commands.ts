import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import type {
  GroupChanges,
  Pointer,
  Position,
  SectionChanges,
  SiteSpaceChanges,
} from '../../domain/structure/structure.js';
import { SiteCommand } from '../site/site.commands.js';

export type { GroupChanges, Pointer, Position, SectionChanges, SiteSpaceChanges };

/** Adds a space to a site; returns the id of the site space. */
@Audits('site.structure-changed')
export class AddSpaceToSite extends SiteCommand<string> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly spaceId: string,
    readonly sectionId: string | undefined,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Changes a site space. */
@Audits('site.structure-changed')
export class UpdateSiteSpace extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly siteSpaceId: string,
    readonly changes: SiteSpaceChanges,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Adds a section with its first space; returns its id. */
@Audits('site.structure-changed')
export class AddSection extends SiteCommand<string> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly section: {
      spaceId: string;
      title?: string | null | undefined;
      icon?: string | null | undefined;
      group?: string | undefined;
    },
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Changes a section. */
@Audits('site.structure-changed')
export class UpdateSection extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly sectionId: string,
    readonly changes: SectionChanges,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Adds a section group; returns its id. */
@Audits('site.structure-changed')
export class AddSectionGroup extends SiteCommand<string> {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly group: {
      title: string;
      icon?: string | null | undefined;
      sections?: readonly string[] | undefined;
      parent?: string | undefined;
    },
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Changes a section group. */
@Audits('site.structure-changed')
export class UpdateSectionGroup extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly groupId: string,
    readonly changes: GroupChanges,
  ) {
    super(caller, organizationId, siteId);
  }
}

/**
 * Removes an item from the structure of a site: a section with its site spaces; the items of a group take the group's
 * place. Removing an unknown item is no error.
 */
@Audits('site.structure-changed')
export class RemoveFromStructure extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly item: Pointer,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Moves an item of the structure. */
@Audits('site.structure-changed')
export class SortStructure extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly item: Pointer,
    readonly position: Position,
  ) {
    super(caller, organizationId, siteId);
  }
}
