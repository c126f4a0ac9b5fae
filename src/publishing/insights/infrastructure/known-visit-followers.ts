import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Dispatcher } from '#kernel/application/dispatcher';
import { FollowedVisitsOfSite, type FollowedVisits } from '../../contract/queries.js';
import { VisitFollowers } from '../domain/followed-visits.js';

const MOST_SITES = 10_000;
const MOST_AGE_MS = 10_000;

/** Asks about each site once in ten seconds, as visits come all the time. */
@Injectable()
export class KnownVisitFollowers extends VisitFollowers {
  readonly #followed = new LRUCache<string, FollowedVisits>({ max: MOST_SITES, ttl: MOST_AGE_MS });

  constructor(private readonly dispatcher: Dispatcher) {
    super();
  }

  async of(organizationId: string, siteId: string): Promise<FollowedVisits> {
    const key = `${organizationId}/${siteId}`;
    const known = this.#followed.get(key);
    if (known) return known;
    const followed = await this.dispatcher.ask(new FollowedVisitsOfSite(organizationId, siteId));
    this.#followed.set(key, followed);
    return followed;
  }
}
