import type { SpecificationRefused } from '../specification.js';
import { type ProcessedSpecification, type ProcessingLimits, type SpecificationFault } from '../specification.js';

/** What a thread is to do. Texts go as bytes, which are handed over and not copied. */
export interface ThreadTask {
  text: Uint8Array;
  url: string | undefined;
  limits: ProcessingLimits;
}

/** What the thread says: it wants a file, or is done. */
export type ThreadSays =
  | { wants: string; id: number }
  | { done: Omit<ProcessedSpecification, 'specification'>; specification: Uint8Array }
  | { refused: Pick<SpecificationRefused, 'code' | 'faultCount'> & { faults: SpecificationFault[] } };

/** What it is answered. */
export type ThreadHears = { id: number; url: string; text: Uint8Array } | { id: number; problem: string };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function toText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
