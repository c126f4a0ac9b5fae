import { Turns } from '#kernel/application/turns';
import type { TranslatedSegment, TranslationTask, Translator } from '../domain/translator.js';

/** Translates nothing but the terms of the glossary, and says so: what there is where no model is set. */
export class PlainTranslator implements Translator {
  readonly name = 'glossary';
  readonly improves = false;

  async *translate(
    segments: readonly string[],
    { glossary }: TranslationTask,
  ): AsyncGenerator<ReadonlyMap<string, TranslatedSegment>> {
    const texts = new Map<string, TranslatedSegment>();
    const turns = new Turns();
    for (const segment of segments) {
      texts.set(segment, { text: glossary.apply(segment), translated: false });
      await turns.next();
    }
    yield texts;
  }

  isLasting(): boolean {
    return false;
  }
}
