import { isIPv6, type BlockList } from 'node:net';
import type { SpanContext } from '@opentelemetry/api';

/** Version, trace, span and flags of W3C Trace Context. */
const PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const FLAG = /^trace=(\S{55});(\d{1,4})$/;
const SAMPLED = 1;

/** The caller's span, where they may name one; the rest of what they send about traces counts for nothing. */
export function remoteParent(header: string | undefined, peer: string, trusted: BlockList): SpanContext | undefined {
  if (header === undefined || !trusted.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')) return undefined;
  return spanContextOf(header);
}

/** The flag of a job with the span that enqueued it; `hops`: how many jobs lead to the job, itself included. */
export function flagOf({ traceId, spanId }: SpanContext, hops: number): string {
  return `trace=00-${traceId}-${spanId}-01;${hops}`;
}

/** The span that enqueued a job with these flags. */
export function parentOfFlags(flags: readonly string[]): { parent: SpanContext | undefined; hops: number } {
  for (const flag of flags) {
    const [, header = '', hops] = FLAG.exec(flag) ?? [];
    const parent = spanContextOf(header);
    if (parent) return { parent, hops: Number(hops) };
  }
  return { parent: undefined, hops: 0 };
}

function spanContextOf(header: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = PARENT.exec(header) ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & SAMPLED, isRemote: true };
}
