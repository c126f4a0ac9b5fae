import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { RichDocument } from '#rich-document';

/** Where a space is published, for the first of those who may be asked. */
export interface PublishedSpace {
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  /** Address of its first page. */
  url: string;
}

/**
 * Records where spaces of an organization are published, by their ids; null for nowhere. Sent by the context that
 * publishes, in the transaction of the change. Ignores unknown ids.
 */
@NotAudited('notes what was done with a site, which is in the trail itself')
export class RecordPublishedSpaces extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaces: ReadonlyMap<string, PublishedSpace | null>,
  ) {
    super();
  }
}

/** A new page that a change request proposes. */
export interface ProposedPage {
  title: string;
  document: RichDocument;
  /** The page that it is put under, as its last; the end of the space when left out. */
  parent?: string | undefined;
}

/** Where a proposal is: the change request, its page, and the revision that it holds. */
export interface Proposal {
  changeRequestId: string;
  pageId: string;
  revisionId: string;
}

/**
 * Creates a change request that answers a cluster of issues with a new page. The caller needs the role edit on the space,
 * as for any change request: NotFound, also for a space of another organization, and Forbidden otherwise.
 */
@NotAudited('a draft changes nothing for others')
export class ProposePage extends Command<Proposal> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly spaceId: string,
    /** At most 100 characters. */
    readonly subject: string,
    readonly issuesCluster: string,
    readonly page: ProposedPage,
  ) {
    super();
  }
}

/**
 * Replaces the text of a proposed page, in the name of its author. Nothing happens where the change request holds another
 * revision by now, or can no longer be edited. Does not authorize. Answers whether it was replaced.
 */
@NotAudited('the revision it makes tells who wrote what')
export class ReplaceProposedPage extends Command<boolean> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    readonly proposal: Proposal,
    readonly document: RichDocument,
  ) {
    super();
  }
}

/** The change requests that answer a cluster of issues answer another one from now on. Doing it again changes nothing. */
@NotAudited('clusters merge by themselves, as the tickets do')
export class MoveIssuesCluster extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly from: string,
    readonly to: string,
  ) {
    super();
  }
}

/** A space that a site is to have: one that exists, by its id, or a new one. */
export interface GivenSpace {
  id?: string | undefined;
  title: string;
  /** Stays as it is when left out; English for a new space. */
  language?: string | undefined;
}

/**
 * Creates the spaces of an organization that have no id yet, empty, and gives the others these titles and languages.
 * Answers their ids in the same order. The caller needs the role create, in the organization for new ones and on each
 * that is changed: Forbidden otherwise, and NotFound for a space that is not of the organization. Those that have the
 * title and language already are not touched.
 */
@NotAudited('each space that it creates or changes is in the trail itself')
export class EnsureSpaces extends Command<string[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly spaces: readonly GivenSpace[],
  ) {
    super();
  }
}
