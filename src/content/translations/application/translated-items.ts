import { Turns } from '#kernel/application/turns';
import type { StoredDocument } from '../../revisions/domain/ports.js';
import type { TranslatedBodies } from '../domain/translated-bodies.js';
import {
  countWords,
  segmentsOfTexts,
  translateTexts,
  type TranslatedItem,
  type TranslatedTexts,
} from '../domain/translated-page.js';
import type { TranslatedSegment, TranslationTask, Translator } from '../domain/translator.js';
import type { SeenContent, TranslatedContents } from '../domain/translations.js';
import { remembered } from './translation-tasks.js';

/** A page or a reusable content of the source. */
export interface SourceItem {
  id: string;
  texts: TranslatedTexts;
  /** Hash of its body. */
  document: string | undefined;
  /** Hash of the body that the target has now. */
  seen: string | undefined;
}

/** What became of it. */
export interface MadeItem {
  /** What the run before made. */
  base: TranslatedTexts | undefined;
  made: TranslatedItem;
  /** Hash of the body that the target is to have: with what people changed. */
  document: string | undefined;
  seen: string | undefined;
  words: number;
}

/** An item with the texts in it that can be translated. */
interface ReadItem {
  item: SourceItem;
  body: string | undefined;
  segments: string[];
  words: number;
}

/** Where a run reads and writes. */
export interface RunPlace {
  source: SeenContent;
  target: SeenContent;
  task: TranslationTask;
}

/** Translates pages and contents, some at a time: what was translated before is remembered, what is new is kept at once. */
export class ItemTranslator {
  constructor(
    private readonly contents: TranslatedContents,
    private readonly translator: Translator,
    private readonly bodies: TranslatedBodies,
    private readonly place: RunPlace,
  ) {}

  async translate(items: readonly SourceItem[]): Promise<MadeItem[]> {
    const { source, target } = this.place;
    const hashes = items.flatMap(({ document }) => document ?? []);
    const bodies = await this.contents.documents(source.organizationId, hashes);
    const known = await this.contents.items(
      target,
      items.map(({ id }) => id),
    );
    const read: ReadItem[] = [];
    for (const item of items) read.push(await this.#read(item, bodies));
    const translations = await this.#translations([...new Set(read.flatMap(({ segments }) => segments))]);
    const textOf = (segment: string): string | undefined => translations.get(segment)?.text;
    const stored = new Map<string, StoredDocument>();
    const turns = new Turns();
    const made = [];
    for (const { item, body, segments, words } of read) {
      const pairs = segments.flatMap((segment) => pairOf(segment, textOf(segment)));
      const document =
        body === undefined ? undefined : await this.bodies.translate(body, source.spaceId, new Map(pairs));
      if (document) stored.set(document.hash, document);
      const untranslated = segments.filter((segment) => translations.get(segment)?.translated !== true).length;
      const texts = translateTexts(item.texts, textOf);
      made.push({ item, words, made: { id: item.id, texts, document: document?.hash ?? null, untranslated } });
      await turns.next();
    }
    const documents = await this.#merged(made, known, stored);
    await this.contents.addDocuments(source.organizationId, [...stored.values()]);
    return made.map(({ item, words, made: one }) => ({
      base: known.get(item.id)?.texts,
      made: one,
      document: documents.get(item.id) ?? one.document ?? undefined,
      seen: item.seen,
      words,
    }));
  }

  async #read(item: SourceItem, bodies: ReadonlyMap<string, string>): Promise<ReadItem> {
    const body = item.document === undefined ? undefined : bodies.get(item.document);
    const own = segmentsOfTexts(item.texts);
    if (body === undefined) return { item, body, segments: own, words: countWords(own) };
    const { segments, words } = await this.bodies.segments(body);
    return { item, body, segments: [...own, ...segments], words: countWords(own) + words };
  }

  /** The bodies that are others than what was made: those which people changed since the run before. */
  async #merged(
    items: readonly { item: SourceItem; made: TranslatedItem }[],
    known: ReadonlyMap<string, TranslatedItem>,
    stored: Map<string, StoredDocument>,
  ): Promise<Map<string, string>> {
    const changed = items.flatMap(({ item: { id, seen }, made }) => {
      const base = known.get(id)?.document ?? undefined;
      if (base === undefined || seen === undefined || seen === base || made.document === null) return [];
      return [{ id, base, seen, made: made.document }];
    });
    const merged = new Map<string, string>();
    const bodies = await this.contents.documents(
      this.place.target.organizationId,
      changed.flatMap(({ base, seen }) => [base, seen]),
    );
    for (const { id, base, seen, made } of changed) {
      if (made === base) {
        merged.set(id, seen);
        continue;
      }
      const [before, current, next] = [bodies.get(base), bodies.get(seen), stored.get(made)?.body];
      if (before === undefined || current === undefined || next === undefined) continue;
      const document = await this.bodies.merge(before, next, current);
      stored.set(document.hash, document);
      merged.set(id, document.hash);
    }
    return merged;
  }

  async #translations(segments: readonly string[]): Promise<Map<string, TranslatedSegment>> {
    const { source, task } = this.place;
    const { keys, texts: known } = await remembered(this.contents, source, this.translator.name, task, segments);
    const translations = new Map<string, TranslatedSegment>();
    for (const [segment, text] of known) translations.set(segment, { text, translated: true });
    const missing = segments.filter((segment) => !translations.has(segment));
    if (missing.length === 0) return translations;
    for await (const batch of this.translator.translate(missing, task)) {
      const done = [...batch].filter(([, { translated }]) => translated);
      const texts = done.map(([segment, { text }]) => [keys.get(segment) ?? '', text] as const);
      await this.contents.remember(source, new Map(texts));
      for (const [segment, result] of batch) translations.set(segment, result);
    }
    return translations;
  }
}

function pairOf(segment: string, text: string | undefined): (readonly [string, string])[] {
  return text === undefined ? [] : [[segment, text]];
}
