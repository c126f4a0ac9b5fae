import { MARKERS, type Span } from './markers.js';
import type { View } from './view.js';

/** Tags, and signs of emphasis, which stay where they are within what is replaced. */
const KEPT = /<(?:!--[^<>]{0,200}--|\/?[a-z][^<>]{0,1000})>|\*\*/gi;

/** A text with markers in the place of what was found in its view. */
export function replaceSpans(text: string, spans: Span[], { places }: View): string {
  let masked = '';
  let done = 0;
  for (const { from, to, kind } of apart(spans)) {
    const start = places?.starts[from] ?? from;
    const end = places?.ends[to - 1] ?? to;
    const kept = text.slice(start, end).match(KEPT) ?? [];
    masked += text.slice(done, start) + MARKERS[kind] + kept.join('');
    done = end;
  }
  return masked + text.slice(done);
}

/** Spans in their order, those that overlap as one: a secret if one of them is, else of the kind of the longest. */
function apart(spans: Span[]): Span[] {
  const sorted = spans.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const merged: Span[] = [];
  let longest = 0;
  for (const span of sorted) {
    const last = merged.at(-1);
    const length = span.kind === 'secret' ? Infinity : span.to - span.from;
    if (last === undefined || span.from >= last.to) {
      merged.push({ ...span });
      longest = length;
      continue;
    }
    if (length > longest) {
      longest = length;
      last.kind = span.kind;
    }
    last.to = Math.max(last.to, span.to);
  }
  return merged;
}
