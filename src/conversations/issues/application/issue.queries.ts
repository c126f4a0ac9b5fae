import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { IssueOfConversationView } from './issue.view.js';

/** The issues of an organization with their conversations, the latest first: of a cluster, of a conversation, or all. */
export class ListIssues extends Query<Page<IssueOfConversationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly filter: { cluster?: string | undefined; conversation?: string | undefined },
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One issue with its conversation. */
export class GetIssue extends Query<IssueOfConversationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly issueId: string,
  ) {
    super();
  }
}
