import type { Dispatcher } from '#kernel/application/dispatcher';
import { DomainError, NotFound, Unavailable } from '#kernel/domain/errors';
import { AllowsAI } from '#organization';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { requireAI } from '../../spaces/domain/space/require-ai.js';
import type { TranslatedBodies } from '../domain/translated-bodies.js';
import type { TranslatedTexts } from '../domain/translated-page.js';
import type { TranslationState } from '../domain/translation.js';
import type { Glossaries, SeenContent, SourceDifference, TranslatedContents } from '../domain/translations.js';
import { recipeOf, type Translator } from '../domain/translator.js';
import { CommitTranslation, type MadeContent, type MadePage } from './commit-translation.js';
import { BeginTranslation, FailTranslation } from './run-steps.js';
import { taskOf } from './translation-tasks.js';
import { ItemTranslator, type MadeItem, type SourceItem } from './translated-items.js';

/** Pages translated at a time. */
const BATCH = 50;
/** How often a run looks again where people change the result while it is made. */
const TRIES = 5;

/**
 * Runs a translation: what changed in the source since the run before is translated while nothing is locked, then it
 * becomes one revision of the target. Cut off in the middle it begins anew; what was translated is remembered.
 */
export class SpaceTranslator {
  constructor(
    private readonly contents: TranslatedContents,
    private readonly translator: Translator,
    private readonly glossaries: Glossaries,
    private readonly bodies: TranslatedBodies,
    private readonly dispatcher: Dispatcher,
  ) {}

  /**
   * Answers why it failed, undefined where it did not. Throws where it is to be tried again, and the reason of `signal`
   * at the next step once that aborts.
   */
  async run(translationId: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const run = await this.dispatcher.run(new BeginTranslation(translationId));
        if (!run || (await this.#translate(run, signal))) return undefined;
      }
      throw new Unavailable('The result was changed again and again while it was translated');
    } catch (error) {
      signal.throwIfAborted();
      const lasting =
        (error instanceof DomainError && !(error instanceof Unavailable)) || this.translator.isLasting(error);
      const retry = await this.dispatcher.run(new FailTranslation(translationId, reasonOf(error), lasting));
      if (retry) throw error;
      return reasonOf(error);
    }
  }

  /** Answers false where the target changed meanwhile. */
  async #translate(run: TranslationState, signal: AbortSignal): Promise<boolean> {
    requireAI(await this.dispatcher.ask(new AllowsAI(run.organizationId)));
    const { organizationId, spaceId, targetId } = run;
    const source = requireThere(await this.contents.current(organizationId, spaceId), 'The space that is translated');
    const target = requireThere(await this.contents.current(organizationId, targetId), 'The space with the result');
    const task = await taskOf(this.glossaries, run);
    const recipe = recipeOf(this.translator.name, task);
    const all = recipe !== run.recipe;
    const difference = await this.contents.difference(source, run.sourceRevision, all);
    if (!all && this.translator.improves) await this.#addUntranslated(source, target, difference);
    const items = new ItemTranslator(this.contents, this.translator, this.bodies, { source, target, task });
    const pages = await this.#pages(items, target, difference, signal);
    const contents = await this.#contents(items, target, difference, signal);
    signal.throwIfAborted();
    return this.dispatcher.run(new CommitTranslation(run, { source, target, recipe, difference, pages, contents }));
  }

  /** What could not be translated before may be now. */
  async #addUntranslated(source: SeenContent, target: SeenContent, difference: SourceDifference): Promise<void> {
    const { pages, contents } = difference;
    const looked = new Set([...pages.map(({ after }) => after.id), ...contents.map(({ id }) => id)]);
    const ids = (await this.contents.untranslated(target)).filter((id) => !looked.has(id));
    if (ids.length === 0) return;
    for (const page of (await this.contents.pages(source, ids)).values()) pages.push({ before: page, after: page });
    contents.push(...(await this.contents.contents(source, ids)).values());
  }

  async #pages(
    items: ItemTranslator,
    target: SeenContent,
    { pages }: SourceDifference,
    signal: AbortSignal,
  ): Promise<MadePage[]> {
    const done: MadePage[] = [];
    for (let at = 0; at < pages.length; at += BATCH) {
      signal.throwIfAborted();
      const some = pages.slice(at, at + BATCH);
      const current = await this.contents.pages(
        target,
        some.map(({ after }) => after.id),
      );
      const made = await items.translate(some.map(({ after }) => itemOf(after, current.get(after.id)?.document)));
      done.push(...some.map((page, index) => ({ ...page, ...(made[index] as MadeItem) })));
    }
    return done;
  }

  async #contents(
    items: ItemTranslator,
    target: SeenContent,
    { contents }: SourceDifference,
    signal: AbortSignal,
  ): Promise<MadeContent[]> {
    const done: MadeContent[] = [];
    for (let at = 0; at < contents.length; at += BATCH) {
      signal.throwIfAborted();
      const some = contents.slice(at, at + BATCH);
      const current = await this.contents.contents(
        target,
        some.map(({ id }) => id),
      );
      const made = await items.translate(
        some.map(({ id, title, document }) => ({ id, texts: { title }, document, seen: current.get(id)?.document })),
      );
      done.push(...some.map((content, index) => ({ content, ...(made[index] as MadeItem) })));
    }
    return done;
  }
}

function itemOf({ id, title, linkTitle, description, document }: PageRecord, seen: string | undefined): SourceItem {
  const texts: TranslatedTexts = { title };
  if (linkTitle !== undefined) texts.linkTitle = linkTitle;
  if (description !== undefined) texts.description = description;
  return { id, texts, document, seen };
}

function requireThere(content: SeenContent | undefined, noun: string): SeenContent {
  if (content && !content.deleted) return content;
  throw new NotFound(`${noun} is deleted, or was transferred`);
}

/** The message of a known error is meant for users; other errors get a general one. */
function reasonOf(error: unknown): string {
  const known = error instanceof DomainError || (error instanceof Error && error.name.startsWith('Model'));
  return known ? error.message : 'Something went wrong on the server';
}
