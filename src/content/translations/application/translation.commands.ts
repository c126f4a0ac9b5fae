import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { WantedGlossaryChanges } from '../domain/glossary-changes.js';

/** A translation to be created. */
export interface WantedTranslation {
  source: { space: string; language: string };
  language: string;
  /** As sent: its form is checked by the handler. */
  instructions?: object | undefined;
}

/** Which translation is meant. */
export interface TranslationKey {
  organizationId: string;
  translationId: string;
}

/** Creates a translation of a space, with a space beside it for the result; answers its id. */
@Audits('translation.created')
export class CreateTranslation extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly wanted: WantedTranslation,
  ) {
    super();
  }
}

/** Changes the instructions for translating. If they differ, everything is translated again. */
@Audits('translation.updated')
export class UpdateTranslation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: TranslationKey,
    readonly instructions: object,
  ) {
    super();
  }
}

/** Ends a translation. The space with its result stays, and is a space like any other. */
@Audits('translation.deleted')
export class DeleteTranslation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: TranslationKey,
  ) {
    super();
  }
}

/** Runs a translation; nothing where it waits for a run or runs. */
@NotAudited('a run does what was asked for before')
export class RunTranslation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: TranslationKey,
  ) {
    super();
  }
}

/** The content of a space is another revision: what is translated from it is to follow. */
@NotAudited('a run does what was asked for before')
export class FollowSource extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    readonly revisionId: string,
  ) {
    super();
  }
}

/** What all translations of an organization are made by changed: they run again. */
@NotAudited('a run does what was asked for before')
export class RunAllTranslations extends Command<void> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** Adds, changes and removes entries of the glossary of an organization. */
@Audits('glossary.updated')
export class UpdateGlossary extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly wanted: WantedGlossaryChanges,
  ) {
    super();
  }
}
