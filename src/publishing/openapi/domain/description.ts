import { readDescription, type DescriptionNode } from '#openapi';
import { documentOrNothing, type Draft } from './blocks.js';

const LIMITS = { maxBytes: 500_000, shown: 2_000 };
const LOWER: Record<string, string> = { 'heading-1': 'heading-2', 'heading-2': 'heading-3' };

/**
 * The blocks of a description. Headings of the first two levels are one level lower, since the page has headings of its
 * own.
 */
export function blocksOf(description: string | undefined): Draft[] {
  if (description === undefined) return [];
  const document = documentOrNothing(lower(readDescription(description, LIMITS)) as Draft[]);
  return document.nodes as unknown as Draft[];
}

/** Also within quotes and whatever else may have headings in it. */
function lower(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lower);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lower(item)])) as DescriptionNode;
  const { object, type } = copy;
  return object === 'block' && typeof type === 'string' ? { ...copy, type: LOWER[type] ?? type } : copy;
}
