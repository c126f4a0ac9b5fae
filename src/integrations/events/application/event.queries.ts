import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { IntegrationEventDetailView, IntegrationEventView } from './event.view.js';

/** The events of an integration that were sent at least once, the newest first. */
export class ListIntegrationEvents extends Query<Page<IntegrationEventView>> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One event with its log. */
export class GetIntegrationEvent extends Query<IntegrationEventDetailView> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly eventId: string,
  ) {
    super();
  }
}
