import { createHmac } from 'node:crypto';
import type { SiteEvent } from './site-event.js';

/** What is stored of when an event happened and of its visitor. */
export interface AnonymousVisitor {
  /** When it happened, rounded down to the hour. */
  hour: Date;
  /** Numbers (64 bits) of the visitor and the session; null where the event names none. */
  visitor: string | null;
  session: string | null;
}

const HOUR_MS = 3_600_000;

/**
 * Makes an event of a site anonymous. `keyOf` returns another key for each day: by it, visitors and sessions of a site
 * can be distinguished within a day, but not recognized on the next.
 */
export function anonymousVisitor(
  { at, visitorId, sessionId }: SiteEvent,
  site: string,
  now: Date,
  keyOf: (day: string) => Uint8Array,
): AnonymousVisitor {
  const hour = new Date(Math.floor((at ?? now).getTime() / HOUR_MS) * HOUR_MS);
  const key = keyOf(hour.toISOString().slice(0, 10));
  return {
    hour,
    visitor: visitorId && numberOf(`${site}/${visitorId}`, key),
    session: sessionId && numberOf(`${site}/session/${sessionId}`, key),
  };
}

function numberOf(name: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(name).digest().readBigInt64BE().toString();
}
