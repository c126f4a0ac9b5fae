import { searchSections, type RichDocument } from '#rich-document';
import { Analyser } from '../domain/analyser.js';
import type { IndexedPage, PageSource } from '../domain/search-index.js';
import { passageBatches, type PassageBatch } from './passage-batches.js';
import { stemmerOf } from './stemmers.js';

const analysers = new Map<string, Promise<Analyser>>();

/** By primary language. It remembers stems, so there is one of each for a process. */
export function analyserOf(language: string): Promise<Analyser> {
  let analyser = analysers.get(language);
  if (!analyser) analysers.set(language, (analyser = stemmerOf(language).then((stem) => new Analyser(language, stem))));
  return analyser;
}

/** What is written of pages of a space that has this key. */
export async function preparePages(
  language: string,
  key: string,
  pages: readonly PageSource[],
): Promise<PassageBatch[]> {
  return [...passageBatches(withSections(pages), await analyserOf(language), key)];
}

function* withSections(pages: readonly PageSource[]): Generator<IndexedPage, void> {
  for (const page of pages) {
    if ('sections' in page) yield page;
    else yield { ...page, sections: searchSections(JSON.parse(page.document) as RichDocument) };
  }
}
