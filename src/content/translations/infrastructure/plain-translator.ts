import type { TranslatedSegment, TranslationTask, Translator } from '../domain/translator.js';

/** Translates nothing but the terms of the glossary, and says so: what there is where no model is set. */
export class PlainTranslator implements Translator {
  readonly name = 'glossary';
  readonly improves = false;

  async *translate(
    segments: readonly string[],
    { glossary }: TranslationTask,
  ): AsyncGenerator<ReadonlyMap<string, TranslatedSegment>> {
    yield new Map(segments.map((segment) => [segment, { text: glossary.apply(segment), translated: false }]));
  }

  isLasting(): boolean {
    return false;
  }
}
