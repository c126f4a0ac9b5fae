import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Jobs } from '#kernel/application/jobs';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Clock } from '#kernel/domain/clock';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { ContentDraft } from '../../revisions/domain/content/content-draft.js';
import { requirePageQuota } from '../../revisions/domain/content/require-page-quota.js';
import type { PageRecord, ReusableContentRecord } from '../../revisions/domain/page/page-record.js';
import { LiveContent, Revisions, type Head } from '../../revisions/domain/ports.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import { translate } from '../domain/translate-job.js';
import { isMoved, mergedTexts, translatedRecord } from '../domain/translated-page.js';
import type { TranslationState } from '../domain/translation.js';
import { TranslatedContents, Translations, type SeenContent, type SourceDifference } from '../domain/translations.js';
import type { MadeItem } from './translated-items.js';

export interface MadePage extends MadeItem {
  before: PageRecord | undefined;
  after: PageRecord;
}

export interface MadeContent extends MadeItem {
  content: ReusableContentRecord;
}

/** What a run made, before it is stored. */
export interface MadeTranslation {
  source: SeenContent;
  target: SeenContent;
  recipe: string;
  difference: SourceDifference;
  pages: readonly MadePage[];
  contents: readonly MadeContent[];
}

/**
 * The last step of a run: commits the translated content as one revision, and records the outcome of the run. Returns
 * false, without any effect, if another run has succeeded or a document that it replaces in the target has changed.
 */
@NotAudited('the revision it makes tells who wrote what')
export class CommitTranslation extends Command<boolean> {
  constructor(
    readonly run: TranslationState,
    readonly made: MadeTranslation,
  ) {
    super();
  }
}

@CommandHandler(CommitTranslation)
export class CommitTranslationHandler implements ICommandHandler<CommitTranslation> {
  constructor(
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly translations: Translations,
    private readonly contents: TranslatedContents,
    private readonly jobs: Jobs,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ run, made }: CommitTranslation): Promise<boolean> {
    const locked = await this.revisions.lockHead(run.targetId);
    if (!locked || locked.space.deleted || locked.head.organizationId !== run.organizationId)
      throw new NotFound('The space with the result is deleted, or was transferred');
    const translation = await this.translations.lock(run.id);
    // Deleted meanwhile: the result is not needed.
    if (!translation) return true;
    if (translation.organizationId !== run.organizationId || translation.ranSince(run)) return false;
    const { head } = locked;
    const pages = await this.content.pages(
      head,
      made.pages.map(({ after }) => after.id),
    );
    const contents = await this.content.contents(
      head,
      made.contents.map(({ content }) => content.id),
    );
    const asSeen =
      made.pages.every(({ after, seen }) => pages.get(after.id)?.document === seen) &&
      made.contents.every(({ content, seen }) => contents.get(content.id)?.document === seen);
    if (!asSeen) return false;
    const draft = await this.#draft(head, made, pages, contents);
    await requirePageQuota(head, this.content, draft.grows, this.limits.maxPages);
    const message = `Translated from ${run.sourceLanguage}`;
    const resultRevision = await this.revisions.commit(draft.toRevision('edits', run.createdBy, message));
    const items = [...made.pages, ...made.contents];
    const gone = [...made.difference.removedPages, ...made.difference.removedContents];
    await this.contents.keepItems(
      made.target,
      items.map((item) => item.made),
      gone,
    );
    const outcome = {
      sourceRevision: made.source.revisionId,
      resultRevision,
      recipe: made.recipe,
      pages: made.pages.length,
      words: items.reduce((sum, { words }) => sum + words, 0),
      untranslated: await this.contents.countUntranslated(made.target),
    };
    const again = translation.complete(outcome, this.clock.now());
    await this.translations.save(translation);
    if (again) await this.jobs.enqueue(...translate(run.id));
    return true;
  }

  async #draft(
    head: Head,
    { difference, pages, contents }: MadeTranslation,
    current: ReadonlyMap<string, PageRecord>,
    currentContents: ReadonlyMap<string, ReusableContentRecord>,
  ): Promise<ContentDraft> {
    const draft = new ContentDraft(head, this.content, this.clock.now());
    await draft.preload([
      ...pages.flatMap(({ after }) => (after.parent === null ? [after.id] : [after.id, after.parent])),
      ...difference.removedPages,
    ]);
    for (const file of difference.files) draft.putFile(file.id, file);
    for (const id of difference.removedFiles) draft.putFile(id, null);
    for (const page of topDown(pages)) await this.#put(draft, page, current.get(page.after.id));
    for (const { content, base, made, document } of contents) {
      const now = currentContents.get(content.id);
      const { title } = now ? mergedTexts({ base, made: made.texts }, now) : made.texts;
      draft.putContent(content.id, { ...content, title, document: document ?? content.document });
    }
    for (const id of difference.removedContents) draft.putContent(id, null);
    await draft.deletePages(difference.removedPages);
    if (Object.keys(difference.variables).length > 0) draft.setVariables(difference.variables);
    return draft;
  }

  async #put(draft: ContentDraft, page: MadePage, current: PageRecord | undefined): Promise<void> {
    const { after, base, made, document } = page;
    const record = translatedRecord(page, { base, made: made.texts }, current);
    if (document !== undefined) record.document = document;
    if (!current || isMoved(page)) {
      try {
        return await draft.putPage({ ...record, parent: after.parent, rank: after.rank, slug: after.slug });
      } catch (error) {
        // Users moved pages of the result so that this one cannot have its place in the source.
        if (!current || !(error instanceof Invalid)) throw error;
      }
    }
    if (canonicalJson(record) !== canonicalJson(current)) await draft.restorePage(record, undefined);
  }
}

/** Pages in an order in which parents come before their children. */
function topDown(pages: readonly MadePage[]): MadePage[] {
  const parents = new Map(pages.map(({ after }) => [after.id, after.parent]));
  const depthOf = (id: string): number => {
    let depth = 0;
    for (let up = parents.get(id); up !== null && up !== undefined; up = parents.get(up)) depth++;
    return depth;
  };
  const depths = new Map(pages.map(({ after }) => [after.id, depthOf(after.id)]));
  return [...pages].sort((a, b) => (depths.get(a.after.id) ?? 0) - (depths.get(b.after.id) ?? 0));
}
