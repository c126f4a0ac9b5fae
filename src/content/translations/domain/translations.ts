import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../revisions/domain/page/page-record.js';
import type { RevisionRoots, StoredDocument } from '../../revisions/domain/ports.js';
import type { Terms } from './glossary.js';
import type { TranslatedItem } from './translated-page.js';
import type { Translation, TranslationState } from './translation.js';

/** A translation with the caller's role in its source space. */
export interface TranslationWithRole {
  translation: Translation;
  role: Role | undefined;
}

/** The translations, as aggregates; all are locked until the transaction ends. */
export abstract class Translations {
  /** Undefined where the space it translates is deleted. */
  abstract held(caller: Caller, organizationId: string, id: string): Promise<TranslationWithRole | undefined>;
  abstract lock(id: string): Promise<Translation | undefined>;
  abstract ofSource(organizationId: string, spaceId: string): Promise<Translation[]>;
  abstract ofOrganization(organizationId: string): Promise<Translation[]>;
  abstract save(translation: Translation): Promise<void>;
  /** Saves, of many that are locked, whether they are to run. */
  abstract saveRuns(translations: readonly Translation[]): Promise<void>;
  abstract delete(translation: Translation): Promise<void>;
}

/** A document of a space, to be shown in the space with its translation. */
export interface WantedDocument {
  sourceId: string;
  targetId: string;
  /** As the API shows it. */
  documentId: string;
  /** The translation that is meant; without one it is that which made the target. */
  translationId: string | undefined;
}

/** Such a document, and what is asked of its translation. */
export interface ShownDocument extends Pick<
  TranslationState,
  'organizationId' | 'spaceId' | 'sourceLanguage' | 'language' | 'instructions'
> {
  /** Hash of the stored document. */
  document: string;
}

/** Translations as readers of their results see them. */
export abstract class ShownTranslations {
  /** Undefined where there is none, or the caller may not read the space that is translated. */
  abstract find(caller: Caller, wanted: WantedDocument): Promise<ShownDocument | undefined>;
}

/** A glossary entry to be kept. */
export interface GlossaryEntry {
  id: string;
  terms: Terms;
}

/** The glossaries of organizations. */
export abstract class Glossaries {
  abstract all(organizationId: string): Promise<Terms[]>;
  /** Locks the glossary and returns the number of its entries. */
  abstract lock(organizationId: string): Promise<number>;
  abstract add(organizationId: string, entries: readonly GlossaryEntry[], now: Date): Promise<void>;
  /** Answers the ids of those that there are. */
  abstract update(organizationId: string, entries: readonly GlossaryEntry[], now: Date): Promise<string[]>;
  abstract remove(organizationId: string, ids: readonly string[]): Promise<void>;
}

/** The content of a space as a run sees it. */
export interface SeenContent {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  roots: RevisionRoots;
  deleted: boolean;
}

/** What of a source is to be looked at, against what was translated before. */
export interface SourceDifference {
  pages: { before: PageRecord | undefined; after: PageRecord }[];
  removedPages: string[];
  contents: ReusableContentRecord[];
  removedContents: string[];
  files: FileRecord[];
  removedFiles: string[];
  variables: Record<string, string | number | boolean | null>;
}

/** What runs read, and what they remember. */
export abstract class TranslatedContents {
  /** Undefined where the organization has no such space. */
  abstract current(organizationId: string, spaceId: string): Promise<SeenContent | undefined>;
  /** What the source has that it had not in the revision `since`; with `all` every page and content besides. */
  abstract difference(source: SeenContent, since: string | null, all: boolean): Promise<SourceDifference>;
  abstract pages(content: SeenContent, ids: readonly string[]): Promise<Map<string, PageRecord>>;
  abstract contents(content: SeenContent, ids: readonly string[]): Promise<Map<string, ReusableContentRecord>>;
  /** The JSON of documents, by their hashes. */
  abstract documents(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>>;
  /** What runs before made of these, by id. */
  abstract items(target: SeenContent, ids: readonly string[]): Promise<Map<string, TranslatedItem>>;
  /** The ids of what has texts that could not be translated. */
  abstract untranslated(target: SeenContent): Promise<string[]>;
  /** Translated segments by their keys (`memoryKey`), of those that are known. */
  abstract recall(
    source: Pick<SeenContent, 'organizationId' | 'spaceId'>,
    keys: readonly string[],
  ): Promise<Map<string, string>>;
  abstract remember(source: SeenContent, texts: ReadonlyMap<string, string>): Promise<void>;
  abstract keepItems(target: SeenContent, items: readonly TranslatedItem[], gone: readonly string[]): Promise<void>;
  /** How many texts of the target are not translated. */
  abstract countUntranslated(target: SeenContent): Promise<number>;
  abstract addDocuments(organizationId: string, documents: readonly StoredDocument[]): Promise<void>;
}
