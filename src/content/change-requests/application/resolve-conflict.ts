import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Conflict, NotFound } from '#kernel/domain/errors';
import type { RichDocument } from '#rich-document';
import { ChangeRequests, type LockedChangeRequest } from '../domain/change-requests.js';
import { MergeConflicts, type Resolution } from '../domain/merge-conflicts.js';
import { ownBlocks, ownValue } from '../domain/own-value.js';
import { ContentDraft } from '../../revisions/domain/content/content-draft.js';
import type { Choice, CurrentSubject, MergeConflict, ResolvedChange } from '../domain/merge/merge.js';
import { resolveConflict } from '../domain/merge/resolve-conflict.js';
import { PageTexts } from '../../revisions/domain/page/page-text.js';
import { LiveContent, OtherContents, Revisions } from '../../revisions/domain/ports.js';
import { requireUnlocked } from '../../spaces/application/space/authorize-space.js';
import { ResolveConflict, type ConflictChoice } from './change-request.commands.js';
import { requireChangeRequest } from './authorize-change-request.js';
import { storeEdit } from './store-edit.js';

@CommandHandler(ResolveConflict)
export class ResolveConflictHandler implements ICommandHandler<ResolveConflict> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly conflicts: MergeConflicts,
    private readonly revisions: Revisions,
    private readonly live: LiveContent,
    private readonly contents: OtherContents,
    private readonly texts: PageTexts,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key, conflictId, choice }: ResolveConflict): Promise<string> {
    const held = await this.changeRequests.lock(caller, key.spaceId, key.changeRequestId, 'merge');
    const locked = requireChangeRequest(held, 'edit');
    const { changeRequest } = locked;
    const kept = await this.conflicts.find(changeRequest, conflictId);
    if (!kept) throw new NotFound('Conflict not found');
    if (kept.resolution !== null) throw new Conflict('The conflict is settled already');
    const now = this.clock.now();
    const draft = this.#draft(locked, now);
    const change = resolveConflict(kept.conflict, read(kept.conflict, choice), await currentOf(draft, kept.conflict));
    await this.#apply(draft, change);
    const revision = await this.#store(locked, draft, caller.userId);
    const by = { resolution: resolutionOf(choice), userId: caller.userId, revision, now };
    await this.conflicts.resolve(changeRequest, conflictId, by);
    return revision;
  }

  /** A draft of the content with the conflict: that of the change request or, once it is merged, that of its space. */
  #draft({ changeRequest, space, head, main }: LockedChangeRequest, now: Date): ContentDraft {
    if (!changeRequest.merged) {
      changeRequest.requireEditable();
      return new ContentDraft(head, this.contents.at(head, main), now);
    }
    requireUnlocked(space);
    return new ContentDraft(main, this.live, now);
  }

  async #store(locked: LockedChangeRequest, draft: ContentDraft, userId: string): Promise<string> {
    const edit = draft.toRevision('edits', userId);
    return locked.changeRequest.merged
      ? this.revisions.commit(edit)
      : storeEdit(this.revisions, this.changeRequests, locked, edit);
  }

  async #apply(draft: ContentDraft, change: ResolvedChange): Promise<void> {
    switch (change.change) {
      case 'nothing':
        return;
      case 'page':
        return change.record ? draft.putPage(change.record) : draft.deletePage(change.id);
      case 'file':
        return draft.putFile(change.id, change.record);
      case 'reusable-content':
        return draft.putContent(change.id, change.record);
      case 'variable':
        return draft.setVariables({ [change.name]: change.value ?? null });
      case 'document': {
        const stored = await this.texts.store(change.document, () => undefined, undefined);
        if (change.of === 'page') await draft.updatePage(change.id, {}, {}, stored);
        else await draft.setContentDocument(change.id, stored);
      }
    }
  }
}

async function currentOf(draft: ContentDraft, { subject, id }: MergeConflict): Promise<CurrentSubject> {
  const { content, head } = draft;
  const documentOf = async (record: { document?: string } | undefined): Promise<RichDocument | undefined> => {
    const body = record?.document === undefined ? undefined : await content.document(head, record.document);
    return body === undefined ? undefined : (JSON.parse(body) as RichDocument);
  };
  switch (subject) {
    case 'page': {
      const page = (await content.pages(head, [id])).get(id);
      return { page, document: await documentOf(page) };
    }
    case 'reusable-content': {
      const held = (await content.contents(head, [id])).get(id);
      return { content: held, document: await documentOf(held) };
    }
    case 'file':
      return { file: (await content.files(head, [id])).get(id) };
    case 'variable':
      return {};
  }
}

function read(conflict: MergeConflict, choice: ConflictChoice): Choice {
  if ('markdown' in choice) return ownBlocks(conflict, choice.markdown);
  if ('value' in choice) return ownValue(conflict, choice.value);
  return { take: choice.take === 'changeRequest' ? 'other' : choice.take };
}

function resolutionOf(choice: ConflictChoice): Resolution {
  return 'take' in choice ? choice.take : 'value';
}
