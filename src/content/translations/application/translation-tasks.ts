import { Turns } from '#kernel/application/turns';
import { renderMarkdown, type RichDocument } from '#rich-document';
import { Glossary } from '../domain/glossary.js';
import type { TranslationState } from '../domain/translation.js';
import type { Glossaries, SeenContent, TranslatedContents } from '../domain/translations.js';
import { memoryKey, type TranslationTask } from '../domain/translator.js';

type Translated = Pick<TranslationState, 'organizationId' | 'sourceLanguage' | 'language' | 'instructions'>;

/** How a space is to be translated now: what its translation asks for, and the glossary. */
export async function taskOf(glossaries: Glossaries, translation: Translated): Promise<TranslationTask> {
  const { organizationId, sourceLanguage: from, language: to, instructions } = translation;
  const glossary = new Glossary(await glossaries.all(organizationId), from, to);
  const text = instructions === null ? '' : renderMarkdown(JSON.parse(instructions) as RichDocument).trim();
  return { from, to, instructions: text, glossary };
}

/** Segments under the keys by which they are remembered, and the texts of those that are, by segment. */
export async function remembered(
  contents: TranslatedContents,
  source: Pick<SeenContent, 'organizationId' | 'spaceId'>,
  translator: string,
  task: TranslationTask,
  segments: readonly string[],
): Promise<{ keys: Map<string, string>; texts: Map<string, string> }> {
  const keys = new Map<string, string>();
  const turns = new Turns();
  for (const segment of segments) {
    keys.set(segment, memoryKey(translator, task, segment));
    await turns.next();
  }
  const known = await contents.recall(source, [...keys.values()]);
  const texts = new Map<string, string>();
  for (const [segment, key] of keys) {
    const text = known.get(key);
    if (text !== undefined) texts.set(segment, text);
  }
  return { keys, texts };
}
