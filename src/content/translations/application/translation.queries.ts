import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { TranslationKey } from './translation.commands.js';
import type { GlossaryEntryView, TranslationView } from './translation.view.js';

/** Throws NotFound where the caller does not reach the space that is translated. */
export class GetTranslation extends Query<TranslationView> {
  constructor(
    readonly caller: Caller,
    readonly key: TranslationKey,
  ) {
    super();
  }
}

/** The translations of the spaces that the caller reaches, the oldest first. */
export class ListTranslations extends Query<Page<TranslationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetGlossaryEntry extends Query<GlossaryEntryView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly entryId: string,
  ) {
    super();
  }
}

/** The glossary of an organization by the terms in a language, or the oldest entry first. */
export class ListGlossaryEntries extends Query<Page<GlossaryEntryView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
    readonly language?: string,
  ) {
    super();
  }
}
