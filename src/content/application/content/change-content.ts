import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Conflict, Invalid, NotFound, PreconditionFailed } from '#kernel/domain/errors';
import { ContentDraft } from '../../domain/content-draft.js';
import { FileIntake } from '../../domain/file-intake.js';
import { ContentLimits } from '../../domain/content-limits.js';
import { LiveContent, PastRevisions, Revisions, Spaces, type Head } from '../../domain/ports.js';
import { PageTexts } from '../../domain/page/page-text.js';
import { reachSpace, requireReach, requireUnlocked } from '../space/reach-space.js';
import { NO_FILES, receiveFiles, type ReceivedFiles } from './batch-files.js';
import { BatchLinks } from './batch-links.js';
import { BatchPages } from './batch-pages.js';
import { ChangeContent, type ChangeOutcome, type ChangesOutcome, type ContentChange } from './content-changes.js';

@CommandHandler(ChangeContent)
export class ChangeContentHandler implements ICommandHandler<ChangeContent> {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly past: PastRevisions,
    private readonly content: LiveContent,
    private readonly texts: PageTexts,
    private readonly intake: FileIntake,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId, changes, ifMatch }: ChangeContent): Promise<ChangesOutcome> {
    const pages = await BatchPages.read(changes, this.texts);
    const files = await this.#receiveFiles(caller, spaceId, changes);
    const head = await this.#lockHead(caller, spaceId);
    requireOwner(files, head);
    requireHead(ifMatch, head);
    const draft = new ContentDraft(head, this.content, this.clock.now());
    await draft.preload(changes.flatMap((change) => ('page' in change ? [change.page] : [])));
    for (const file of files.records) draft.insertFile(file);
    const links = await BatchLinks.of(pages, files, draft, this.content);
    const outcomes: ChangeOutcome[] = [];
    for (const [index, change] of changes.entries()) {
      const outcome = await this.#apply(draft, change, index, pages, links);
      if (outcome) outcomes.push(outcome);
    }
    await this.#requireRoom(draft);
    const revision = await this.revisions.commit(draft.toRevision('edits', caller.userId));
    return { revision, changes: outcomes, insertedFiles: files.outcomes };
  }

  /** Files are received before anything is locked, but not for somebody who may not edit the space. */
  async #receiveFiles(caller: Caller, spaceId: string, changes: readonly ContentChange[]): Promise<ReceivedFiles> {
    if (!changes.some(({ operation }) => operation === 'insert_files')) return NO_FILES;
    const space = await reachSpace(this.spaces, caller, spaceId, 'edit');
    requireUnlocked(space);
    return receiveFiles(space.organizationId, changes, this.intake, this.limits.maxFileBytes);
  }

  /** What the caller may do is looked at under the lock: nobody locks or deletes the space before the edit is made. */
  async #lockHead(caller: Caller, spaceId: string): Promise<Head> {
    const locked = await this.revisions.lockHead(spaceId, caller);
    if (!locked) throw new NotFound('Space not found');
    requireUnlocked(requireReach(locked, 'edit'));
    return locked.head;
  }

  async #apply(
    draft: ContentDraft,
    change: ChangeContent['changes'][number],
    index: number,
    pages: BatchPages,
    links: BatchLinks,
  ) {
    const text = pages.at(index);
    switch (change.operation) {
      case 'insert_page': {
        const type = change.type ?? 'document';
        const target = change.target === undefined ? undefined : this.texts.readReference(change.target);
        if (type === 'link' && !target) throw new Invalid(`changes[${index}]: a link page needs its target`);
        if (text && type !== 'document') throw new Invalid(`changes[${index}]: a ${type} page has no document`);
        const stored = text && (await this.texts.store(text.document, links.resolver(index), undefined));
        const title = text?.title ?? change.title ?? 'Untitled';
        const page = { ...text?.fields, ...defined({ ...change, target }), type, title, id: pages.idOf(index) };
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
          text && before.document !== undefined ? await this.content.document(draft.head, before.document) : undefined;
        const stored = text && (await this.texts.store(text.document, links.resolver(index), previous));
        const title = change.title ?? text?.title;
        const target = change.target === undefined ? undefined : this.texts.readReference(change.target);
        const fields = { ...text?.fields, ...defined({ ...change, target, title }) };
        await draft.updatePage(change.page, fields, change, stored);
        return { kind: 'updated_page', page: { id: change.page } } as const;
      }
      case 'delete_page':
        await draft.deletePage(change.page);
        return { kind: 'deleted_page', page: change.page } as const;
      case 'revert_page': {
        const { record, document } = await this.past.page(draft.head, change);
        await draft.restorePage(record, document);
        return { kind: 'updated_page', page: { id: change.page } } as const;
      }
      case 'insert_files':
        return undefined;
    }
  }

  async #requireRoom(draft: ContentDraft): Promise<void> {
    if (!draft.grows) return;
    const { maxPages } = this.limits;
    if ((await this.content.countPages(draft.head)) + draft.grows > maxPages) {
      throw new Invalid(`A space holds at most ${maxPages} pages`);
    }
  }
}

/** The members of a change that are there, so that those left out do not hide what the body's frontmatter says. */
function defined<C extends object>(change: C): C {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as C;
}

/** Files were received for the organization that the space belonged to then. */
function requireOwner({ organizationId }: ReceivedFiles, head: Head): void {
  if (organizationId === undefined || organizationId === head.organizationId) return;
  throw new Conflict('The space was transferred to another organization while its files arrived: send them again');
}

function requireHead(ifMatch: string | undefined, head: Head): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const named = ifMatch.split(',').some((tag) => tag.trim().replace(/^"/, '').startsWith(head.revisionId));
  if (!named)
    throw new PreconditionFailed('The content was changed since you read it: If-Match names another revision');
}
