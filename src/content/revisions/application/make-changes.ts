import type { Clock } from '#kernel/domain/clock';
import { Conflict, Invalid } from '#kernel/domain/errors';
import { readPagesSource } from '../domain/computed/pages-source.js';
import type { ComputedPageGenerator } from '../domain/computed/computed-page-generator.js';
import { ContentDraft } from '../domain/content/content-draft.js';
import { requirePageQuota } from '../domain/content/require-page-quota.js';
import { readVariables } from '../domain/content/variables.js';
import type { FileIntake } from '../domain/content/file-intake.js';
import type { PageFields } from '../domain/page/page-fields.js';
import { requireComputed, requireOfType } from '../domain/page/type-rules.js';
import type { PageTexts } from '../domain/page/page-text.js';
import type { Head, LiveContent, PastRevisions } from '../domain/ports.js';
import type { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import { NO_FILES, receiveFiles, type ReceivedFiles } from './batch-files.js';
import { BatchLinks } from './batch-links.js';
import { BatchPages } from './batch-pages.js';
import type { ChangeOutcome, ContentChange } from './content-changes.js';

/** Locked content to which changes are applied. */
export interface ChangeableContent {
  head: Head;
  content: LiveContent;
  /** The revision for `revert_page` where the change names none. */
  base?: string;
}

/** The content that a batch changes, as the command that applies the batch provides it. */
export interface ChangesTarget<Opened extends ChangeableContent> {
  /** Authorizes the caller before anything is locked. Returns the organization for which files are stored. */
  receive(): Promise<string>;
  /** Authorizes the caller and locks the content. */
  open(): Promise<Opened>;
}

/** The result of a batch, not stored yet. */
export interface AppliedChanges<Opened extends ChangeableContent> {
  opened: Opened;
  draft: ContentDraft;
  outcomes: ChangeOutcome[];
  insertedFiles: ReceivedFiles['outcomes'];
}

/** Applies a batch of changes to any content: parses its texts and stores its files first, then locks the content. */
export class ChangeApplier {
  constructor(
    private readonly past: PastRevisions,
    private readonly texts: PageTexts,
    private readonly intake: FileIntake,
    private readonly sources: ComputedPageGenerator,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async make<Opened extends ChangeableContent>(
    changes: readonly ContentChange[],
    target: ChangesTarget<Opened>,
  ): Promise<AppliedChanges<Opened>> {
    const pages = await BatchPages.read(changes, this.texts);
    const files = await this.#receiveFiles(changes, target);
    const opened = await target.open();
    const { head, content, base } = opened;
    requireOwner(files, head);
    const draft = new ContentDraft(head, content, this.clock.now());
    await draft.preload(changes.flatMap((change) => ('page' in change ? [change.page] : [])));
    for (const file of files.records) draft.insertFile(file);
    const links = await BatchLinks.of(pages, files, draft);
    const outcomes: ChangeOutcome[] = [];
    for (const [index, change] of changes.entries()) {
      const outcome = await this.#apply(draft, change, index, pages, links, base);
      if (outcome) outcomes.push(outcome);
    }
    await this.sources.generateChanged(draft);
    await requirePageQuota(head, content, draft.grows, this.limits.maxPages);
    return { opened, draft, outcomes, insertedFiles: files.outcomes };
  }

  /** Stores files before anything is locked, after checking that the caller may edit the space. */
  async #receiveFiles(
    changes: readonly ContentChange[],
    target: { receive(): Promise<string> },
  ): Promise<ReceivedFiles> {
    if (!changes.some(({ operation }) => operation === 'insert_files')) return NO_FILES;
    return receiveFiles(await target.receive(), changes, this.intake, this.limits.maxFileBytes);
  }

  async #apply(
    draft: ContentDraft,
    change: ContentChange,
    index: number,
    pages: BatchPages,
    links: BatchLinks,
    base: string | undefined,
  ): Promise<ChangeOutcome | undefined> {
    const text = pages.at(index);
    switch (change.operation) {
      case 'insert_page': {
        const type = change.type ?? 'document';
        const target = change.target === undefined ? undefined : this.texts.readReference(change.target);
        const computed = sourceOf(change.computed, index);
        within(`changes[${index}]`, () => requireOfType(type, { target, computed }, text !== undefined));
        const stored = text && (await this.texts.store(text.document, links.resolver(index), undefined));
        const title = text?.title ?? change.title ?? 'Untitled';
        const variables = variablesOf(change.variables);
        const page = {
          ...text?.fields,
          ...defined({ ...change, target, variables, computed }),
          type,
          title,
          id: pages.idOf(index),
        };
        const record = await draft.insertPage(page, change, stored);
        return {
          kind: 'created_page',
          ...(change.ref === undefined ? {} : { ref: change.ref }),
          page: { id: record.id },
        } as const;
      }
      case 'update_page': {
        const before = await draft.page(change.page);
        const previous =
          text && before.document !== undefined ? await draft.content.document(draft.head, before.document) : undefined;
        const stored = text && (await this.texts.store(text.document, links.resolver(index), previous));
        const title = change.title ?? text?.title;
        const target = change.target === undefined ? undefined : this.texts.readReference(change.target);
        const variables = variablesOf(change.variables);
        const computed = sourceOf(change.computed, index);
        within(`changes[${index}].computed`, () => requireComputed(before, { computed }));
        const fields = { ...text?.fields, ...defined({ ...change, target, title, variables, computed }) };
        await draft.updatePage(change.page, fields, change, stored);
        return { kind: 'updated_page', page: { id: change.page } } as const;
      }
      case 'delete_page':
        await draft.deletePage(change.page);
        return { kind: 'deleted_page', page: change.page } as const;
      case 'revert_page': {
        const { record, document } = await this.past.page(draft.head, {
          ...change,
          revision: change.revision ?? base,
        });
        await draft.restorePage(record, document);
        return { kind: 'updated_page', page: { id: change.page } } as const;
      }
      case 'update_variables':
        draft.setVariables(readVariables(change.variables));
        return undefined;
      case 'insert_files':
        return undefined;
    }
  }
}

/** Adds the path of the change to the error of a page rule that refuses it. */
function within(path: string, rule: () => void): void {
  try {
    rule();
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(`${path}: ${error.message}`);
    throw error;
  }
}

/** Removes undefined members, so that they do not override fields from the frontmatter. */
function defined<C extends object>(change: C): C {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as C;
}

function sourceOf(given: unknown, index: number): PageFields['computed'] {
  return given === undefined ? undefined : readPagesSource(given, `changes[${index}].computed`);
}

/** Variables of a page without those that are null; null removes all. */
function variablesOf(given: unknown): PageFields['variables'] {
  if (given === undefined || given === null) return given;
  const kept = Object.entries(readVariables(given)).filter(([, value]) => value !== null);
  return kept.length === 0 ? null : (Object.fromEntries(kept) as PageFields['variables']);
}

/** Refuses files that were stored for the former organization of a space that was transferred meanwhile. */
function requireOwner({ organizationId }: ReceivedFiles, head: Head): void {
  if (organizationId === undefined || organizationId === head.organizationId) return;
  throw new Conflict('The space was transferred to another organization while its files arrived: send them again');
}
