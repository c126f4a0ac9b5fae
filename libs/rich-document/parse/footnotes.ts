import type { Allowance } from './allowance.js';
import { charactersOf } from './allowance.js';
import { paragraph, textNode } from '../build.js';
import type { Block } from '../model.js';
import { FRAGMENT_CHILDREN } from '../schema.js';
import { fit } from './fit.js';
import type { PendingAnnotation } from './inline-run.js';

/** Copies of footnotes used several times may add this much to a page, in bytes of JSON, beyond the page's own length. */
const COPY_ALLOWANCE = 100_000;

/** Gives every annotation its body. A footnote that nothing refers to becomes a paragraph at the end of the page. */
export function resolveFootnotes(
  blocks: Block[],
  annotations: readonly PendingAnnotation[],
  bodies: ReadonlyMap<string, Block[]>,
  counted: Allowance,
): void {
  const used = new Set<string>();
  const copies = new Map<string, string>();
  let allowance = counted.sourceLength + COPY_ALLOWANCE;
  for (const { node, label } of annotations) {
    const body = bodies.get(label);
    if (body === undefined || body.length === 0) {
      used.add(label);
      continue;
    }
    if (used.has(label)) {
      if (!copies.has(label)) counted.copies(charactersOf(body));
      const json =
        copies.get(label) ?? JSON.stringify(fit(body, FRAGMENT_CHILDREN['annotation-body'] as ReadonlySet<never>));
      copies.set(label, json);
      allowance -= json.length;
      node.fragments[0].nodes = allowance > 0 ? (JSON.parse(json) as Block[]) : [paragraph([textNode(`[^${label}]`)])];
      continue;
    }
    used.add(label);
    node.fragments[0].nodes = fit(body, FRAGMENT_CHILDREN['annotation-body'] as ReadonlySet<never>);
  }
  for (const [label, body] of bodies) {
    if (used.has(label)) continue;
    blocks.push(paragraph([textNode(`[^${label}]:`)]), ...body);
  }
}
