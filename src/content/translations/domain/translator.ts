import { canonicalJson } from '#kernel/domain/canonical-json';
import { hashOf } from '../../revisions/domain/map/node-hash.js';
import type { Glossary } from './glossary.js';

/** How segments are to be translated. */
export interface TranslationTask {
  from: string;
  to: string;
  /** Markdown; empty for none. */
  instructions: string;
  glossary: Glossary;
}

/** What a segment became. One that could not be translated is as it was, but for the terms of the glossary. */
export interface TranslatedSegment {
  text: string;
  translated: boolean;
}

/** Translates segments (`#segments`), keeping their placeholders. */
export abstract class Translator {
  /** Names who translates, and how: what another one translated is translated anew. */
  abstract readonly name: string;
  /** Whether what it could not translate is worth another try. */
  abstract readonly improves: boolean;
  /**
   * Yields batch by batch, by segment, so that finished batches can be stored early. Throws if it cannot go on;
   * `isLasting` says whether a later attempt would fail the same way.
   */
  abstract translate(
    segments: readonly string[],
    task: TranslationTask,
  ): AsyncIterable<ReadonlyMap<string, TranslatedSegment>>;
  abstract isLasting(error: unknown): boolean;
}

/** What all translations of a run are made by: where it changes, all is looked at again. */
export function recipeOf(translator: string, { from, to, instructions, glossary }: TranslationTask): string {
  return hashOf('translation-recipe/1', canonicalJson([translator, from, to, instructions, glossary.hash]));
}

/** The name under which the translation of a segment is remembered: of the glossary only what occurs in it counts. */
export function memoryKey(translator: string, { from, to, instructions, glossary }: TranslationTask, segment: string) {
  const parts = [translator, from, to, instructions, segment, glossary.termsIn(segment)];
  return hashOf('translated-segment/1', canonicalJson(parts));
}
