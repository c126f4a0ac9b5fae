import type { Caller } from '#kernel/application/caller';
import { Turns } from '#kernel/application/turns';
import type { RichDocument } from '#rich-document';
import type { ContentComputer, ContentSource } from '../../revisions/domain/computed/content-sources.js';
import type { TranslatedBodies } from '../domain/translated-bodies.js';
import type { Glossaries, ShownTranslations, TranslatedContents } from '../domain/translations.js';
import type { Translator } from '../domain/translator.js';
import { remembered, taskOf } from './translation-tasks.js';

/**
 * `builtin:translation`: a document of a space in the language of the space that shows its translation. Nothing is
 * translated for a reader: what no run has translated yet is as it is in the source, but for the terms of the glossary.
 */
export class TranslatedDocuments implements ContentComputer {
  constructor(
    private readonly shown: ShownTranslations,
    private readonly contents: TranslatedContents,
    private readonly translator: Translator,
    private readonly glossaries: Glossaries,
    private readonly bodies: TranslatedBodies,
  ) {}

  async document(caller: Caller, spaceId: string, source: ContentSource): Promise<RichDocument | undefined> {
    const { space, document } = source.props;
    const { translation } = source.dependencies;
    if (typeof space !== 'string' || typeof document !== 'string') return undefined;
    if (translation && translation.kind !== 'translation') return undefined;
    const wanted = { sourceId: space, targetId: spaceId, documentId: document, translationId: translation?.id };
    const found = await this.shown.find(caller, wanted);
    if (!found) return undefined;
    const body = (await this.contents.documents(found.organizationId, [found.document])).get(found.document);
    if (body === undefined) return undefined;
    const task = await taskOf(this.glossaries, found);
    const { segments } = await this.bodies.segments(body);
    const { texts } = await remembered(this.contents, found, this.translator.name, task, segments);
    const turns = new Turns();
    for (const segment of segments) {
      if (!texts.has(segment)) texts.set(segment, task.glossary.apply(segment));
      await turns.next();
    }
    return this.bodies.show(body, found.spaceId, texts);
  }
}
