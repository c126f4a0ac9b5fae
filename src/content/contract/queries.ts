import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import { Query } from '#kernel/domain/messages';
import type { Role } from '#permissions';
import type { SpaceView } from './space.view.js';

/** One space the caller may see; NotFound for any other. A deleted space is seen by those who may restore it. */
export class GetSpace extends Query<SpaceView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Spaces of one organization that the caller may see, by id; those that are unknown, deleted or hidden are absent. */
export class SpacesByIds extends Query<Map<string, SpaceView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly spaceIds: readonly string[],
  ) {
    super();
  }
}

/** Spaces with a stamp of their state: it changes as soon as one of the views does. */
export interface StampedSpaces {
  spaces: Map<string, SpaceView>;
  stamp: string;
}

/** The same as `SpacesByIds`, with their stamp. */
export class StampedSpacesByIds extends Query<StampedSpaces> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly spaceIds: readonly string[],
  ) {
    super();
  }
}

/** The stamp alone, without reading the spaces. Callers who have the same role in the organization can share it. */
export class StampOfSpaces extends Query<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly spaceIds: readonly string[],
  ) {
    super();
  }
}

/** A space, with the role of the caller there. */
export interface SpaceWithRole {
  id: string;
  title: string;
  role: Role;
}

/** The same with what the caller may do with each, and little else; of those that are deleted, too, where that is asked. */
export class RolesOnSpaces extends Query<Map<string, SpaceWithRole>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly spaceIds: readonly string[],
    readonly deletedAsWell = false,
  ) {
    super();
  }
}

/** Which of these spaces and collections of an organization the caller may see; deleted ones are not. */
export class VisibleContent extends Query<ReadonlySet<string>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly ids: readonly string[],
  ) {
    super();
  }
}

/** The place of a page in the current content of a space. */
export interface PagePlace {
  id: string;
  /** Its slugs and those above it, joined by `/`. */
  path: string;
}

/** The page of a space with an id or at a path, if any. Does not authorize. */
export class FindLivePage extends Query<PagePlace | undefined> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    readonly by: { id: string } | { path: string },
  ) {
    super();
  }
}

/** Where a redirect that came with the content of a space leads: to a page of the space, or to any address. */
export type SpaceRedirect = { page: string; anchor?: string } | { url: string };

/** The redirect from a path of a space that came with its content, if any. Does not authorize. */
export class FindSpaceRedirect extends Query<SpaceRedirect | undefined> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    /** Without slashes at its ends. */
    readonly path: string,
  ) {
    super();
  }
}

/**
 * Asked by Content and answered by the context that publishes: the URL of a published space for readers with a share
 * link, which contains its key. The unchanged URL if the key is not valid.
 */
export class PublishedUrlByShareKey extends Query<string> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    readonly url: string,
    readonly shareKey: string,
  ) {
    super();
  }
}

/** A page of the live content that answers questions. */
export interface AnsweringPage {
  spaceId: string;
  pageId: string;
  /** How well it answers them, 0 to 1, comparable between questions and organizations. */
  fit: number;
}

/**
 * The pages of all spaces of an organization that answer these questions best, which are ways to ask for the same: each
 * fits as well as it does on average. The best first, at most `limit`. Does not authorize.
 */
export class FindAnsweringPages extends Query<AnsweringPage[]> {
  constructor(
    readonly organizationId: string,
    /** 1 to 8 of up to 512 characters each. */
    readonly questions: readonly string[],
    readonly limit: number,
  ) {
    super();
  }
}

/** A page of the live content, where it is and how it is called. */
export interface SeenPage {
  id: string;
  title: string;
  /** Its slugs and those above it, joined by `/`. */
  path: string;
  space: { id: string; title: string };
  /** Address in the browser. */
  url: string;
}

/** Those of some pages (at most a few hundred) that are live and that the caller may read, by `<space>/<page>`. */
export class SeenPages extends Query<ReadonlyMap<string, SeenPage>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly pages: readonly { spaceId: string; pageId: string }[],
  ) {
    super();
  }
}

/** A stretch of a page that says something about a question. */
export interface QuotedPassage {
  spaceId: string;
  pageId: string;
  title: string;
  /** Empty for the text before the first heading. */
  heading: string;
  text: string;
}

/**
 * What the pages that the caller may read say about a question: at most some 16,000 characters, the best first. Throws
 * NotFound where the caller does not know the organization.
 */
export class QuotePassages extends Query<QuotedPassage[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    /** At most 512 characters. */
    readonly question: string,
  ) {
    super();
  }
}

/** A change request as its own operations answer it. */
export interface ChangeRequestRecord {
  /** Its JSON, with its entity tag. */
  record: JsonText;
  /** Its address in the API. */
  location: string;
}

/** The record of a change request that the caller may see, by its id or number; NotFound for any other. */
export class ReadChangeRequestRecord extends Query<ChangeRequestRecord> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly changeRequestId: string,
  ) {
    super();
  }
}

/** When live content of an organization was changed last; undefined where it has no space. Does not authorize. */
export class LatestContentChange extends Query<Date | undefined> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/**
 * Asked by Content and answered by the context that groups conversations: whether an organization has this cluster of
 * issues.
 */
export class HasIssuesCluster extends Query<boolean> {
  constructor(
    readonly organizationId: string,
    readonly clusterId: string,
  ) {
    super();
  }
}
