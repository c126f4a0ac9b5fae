import type { Provider } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Settings } from '#kernel/infrastructure/settings';
import {
  DeleteTranslationHandler,
  FollowSourceHandler,
  RunAllTranslationsHandler,
  RunTranslationHandler,
  UpdateTranslationHandler,
} from '../../application/translation/change-translation.js';
import { CommitTranslationHandler } from '../../application/translation/commit-translation.js';
import { CreateTranslationHandler } from '../../application/translation/create-translation.js';
import { BeginTranslationHandler, FailTranslationHandler } from '../../application/translation/run-steps.js';
import { SpaceTranslator } from '../../application/translation/space-translator.js';
import { TranslatedDocuments } from '../../application/translation/translated-documents.js';
import { UpdateGlossaryHandler } from '../../application/translation/update-glossary.js';
import {
  Glossaries,
  ShownTranslations,
  TranslatedContents,
  Translations,
} from '../../domain/translation/translations.js';
import { Translator } from '../../domain/translation/translator.js';
import { GetGlossaryEntryHandler, ListGlossaryEntriesHandler } from './glossary.reader.js';
import { GlossaryStore } from './glossary.store.js';
import { Model } from './model.js';
import { ModelTranslator } from './model-translator.js';
import { PlainTranslator } from './plain-translator.js';
import { ShownTranslationsReader } from './shown-translations.reader.js';
import { TranslatedContentsStore } from './translated-contents.store.js';
import { FollowTranslatedSpace, TranslateAll, TranslateSpace } from './translation.jobs.js';
import { GetTranslationHandler, ListTranslationsHandler } from './translation.reader.js';
import { TranslationStore } from './translation.store.js';

/** Translations: what makes them, and what tells of them. */
export const TRANSLATIONS: Provider[] = [
  {
    provide: Model,
    inject: [Settings],
    useFactory: ({ model }: Settings) => new Model(model),
  },
  {
    provide: Translator,
    inject: [Model],
    useFactory: ({ translating }: Model) => (translating ? new ModelTranslator(translating) : new PlainTranslator()),
  },
  { provide: Translations, useClass: TranslationStore },
  { provide: TranslatedContents, useClass: TranslatedContentsStore },
  { provide: Glossaries, useClass: GlossaryStore },
  { provide: ShownTranslations, useClass: ShownTranslationsReader },
  {
    provide: TranslatedDocuments,
    inject: [ShownTranslations, TranslatedContents, Translator, Glossaries],
    useFactory: (...parts: ConstructorParameters<typeof TranslatedDocuments>) => new TranslatedDocuments(...parts),
  },
  {
    provide: SpaceTranslator,
    inject: [TranslatedContents, Translator, Glossaries, Dispatcher],
    useFactory: (...parts: ConstructorParameters<typeof SpaceTranslator>) => new SpaceTranslator(...parts),
  },
  FollowTranslatedSpace,
  TranslateAll,
  TranslateSpace,
  BeginTranslationHandler,
  CommitTranslationHandler,
  CreateTranslationHandler,
  DeleteTranslationHandler,
  FailTranslationHandler,
  FollowSourceHandler,
  GetGlossaryEntryHandler,
  GetTranslationHandler,
  ListGlossaryEntriesHandler,
  ListTranslationsHandler,
  RunAllTranslationsHandler,
  RunTranslationHandler,
  UpdateGlossaryHandler,
  UpdateTranslationHandler,
];
