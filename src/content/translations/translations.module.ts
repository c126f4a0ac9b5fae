import { Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Model } from '../spaces/infrastructure/model.js';
import {
  DeleteTranslationHandler,
  FollowSourceHandler,
  RunAllTranslationsHandler,
  RunTranslationHandler,
  UpdateTranslationHandler,
} from './application/change-translation.js';
import { CommitTranslationHandler } from './application/commit-translation.js';
import { CreateTranslationHandler } from './application/create-translation.js';
import { BeginTranslationHandler, FailTranslationHandler } from './application/run-steps.js';
import { SpaceTranslator } from './application/space-translator.js';
import { TranslatedDocuments } from './application/translated-documents.js';
import { UpdateGlossaryHandler } from './application/update-glossary.js';
import { Glossaries, ShownTranslations, TranslatedContents, Translations } from './domain/translations.js';
import { TranslatedBodies } from './domain/translated-bodies.js';
import { Translator } from './domain/translator.js';
import { GetGlossaryEntryHandler, ListGlossaryEntriesHandler } from './infrastructure/glossary.reader.js';
import { GlossaryStore } from './infrastructure/glossary.store.js';
import { ModelTranslator } from './infrastructure/model-translator.js';
import { PlainTranslator } from './infrastructure/plain-translator.js';
import { ShownTranslationsReader } from './infrastructure/shown-translations.reader.js';
import { IsolatedBodies } from './infrastructure/isolated-bodies.js';
import { TranslatedContentsStore } from './infrastructure/translated-contents.store.js';
import { FollowTranslatedSpace, TranslateAll, TranslateSpace } from './infrastructure/translation.jobs.js';
import { GetTranslationHandler, ListTranslationsHandler } from './infrastructure/translation.reader.js';
import { TranslationStore } from './infrastructure/translation.store.js';
import { GlossaryController } from './interface/glossary.controller.js';
import { TranslationsController } from './interface/translations.controller.js';

/**
 * Translations of spaces, which follow their source, and the glossary of an organization.
 *
 * Tables: `translation`, `translated_item`, `translation_memory`, `glossary_entry`. Jobs: content.translate,
 * content.translate-all.
 */
@Module({
  controllers: [TranslationsController, GlossaryController],
  providers: [
    {
      provide: Translator,
      inject: [Model],
      useFactory: ({ translating }: Model) => (translating ? new ModelTranslator(translating) : new PlainTranslator()),
    },
    { provide: Translations, useClass: TranslationStore },
    { provide: TranslatedContents, useClass: TranslatedContentsStore },
    { provide: TranslatedBodies, useClass: IsolatedBodies },
    { provide: Glossaries, useClass: GlossaryStore },
    { provide: ShownTranslations, useClass: ShownTranslationsReader },
    {
      provide: TranslatedDocuments,
      inject: [ShownTranslations, TranslatedContents, Translator, Glossaries, TranslatedBodies],
      useFactory: (...parts: ConstructorParameters<typeof TranslatedDocuments>) => new TranslatedDocuments(...parts),
    },
    {
      provide: SpaceTranslator,
      inject: [TranslatedContents, Translator, Glossaries, TranslatedBodies, Dispatcher],
      useFactory: (...parts: ConstructorParameters<typeof SpaceTranslator>) => new SpaceTranslator(...parts),
    },
    BeginTranslationHandler,
    CommitTranslationHandler,
    CreateTranslationHandler,
    DeleteTranslationHandler,
    FailTranslationHandler,
    FollowSourceHandler,
    FollowTranslatedSpace,
    GetGlossaryEntryHandler,
    GetTranslationHandler,
    ListGlossaryEntriesHandler,
    ListTranslationsHandler,
    RunAllTranslationsHandler,
    RunTranslationHandler,
    TranslateAll,
    TranslateSpace,
    UpdateGlossaryHandler,
    UpdateTranslationHandler,
  ],
  exports: [TranslatedDocuments],
})
export class TranslationsModule {}
