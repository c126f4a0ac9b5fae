import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/** What to begin with: a space of the same organization that is marked as a template. */
export interface TemplateReference {
  /** The id of that space. */
  id: string;
  /** Content references, by the names of the files of the template that they stand for; not checked yet. */
  contentRefs?: Readonly<Record<string, unknown>> | undefined;
}

export interface NewSpace {
  title?: string | undefined;
  emoji?: string | undefined;
  language?: string | undefined;
  editMode?: 'live' | 'locked' | undefined;
  /** The collection it is to stand in. */
  parent?: string | undefined;
  /** Without a first page. */
  empty?: boolean | undefined;
  template?: TemplateReference | undefined;
  /** What its pages are made of, as a computed page says it; not checked yet. */
  computedSource?: unknown;
}

/**
 * Creates a space in an organization; answers its id. It begins with a copy of a template, with pages that
 * are computed, or else with one empty page unless it is to be empty.
 */
@Audits('space.created')
export class CreateSpace extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly space: NewSpace,
  ) {
    super();
  }
}

/** Where a space is published, for the first of those who may be asked. */
export interface PublishedSpace {
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  /** Address of its first page. */
  url: string;
}

/**
 * Tells where spaces of an organization are published, by their ids; null where nowhere. Said by the context that
 * publishes, in the transaction that changes it, for the records of spaces. Ids that are not known are passed over.
 */
@NotAudited('notes what was done with a site, which is in the trail itself')
export class NotePublishedSpaces extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaces: ReadonlyMap<string, PublishedSpace | null>,
  ) {
    super();
  }
}
