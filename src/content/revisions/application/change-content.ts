import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { statesIn } from '#kernel/application/entity-tag';
import { NotFound, PreconditionFailed } from '#kernel/domain/errors';
import { LiveContent, Revisions } from '../domain/ports.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { authorizeSpace, requireAccess, requireUnlocked } from '../../spaces/application/space/authorize-space.js';
import { ChangeContent, type ChangesOutcome } from './content-changes.js';
import { ChangeApplier, type ChangeableContent } from './make-changes.js';

@CommandHandler(ChangeContent)
export class ChangeContentHandler implements ICommandHandler<ChangeContent> {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly maker: ChangeApplier,
  ) {}

  async execute(command: ChangeContent): Promise<ChangesOutcome> {
    const { draft, outcomes, insertedFiles } = await this.maker.make(command.changes, {
      receive: () => this.#receive(command),
      open: () => this.#open(command),
    });
    const revision = await this.revisions.commit(draft.toRevision('edits', command.caller.userId));
    return { revision, changes: outcomes, insertedFiles };
  }

  async #receive({ caller, spaceId }: ChangeContent): Promise<string> {
    const space = await authorizeSpace(this.spaces, caller, spaceId, 'edit');
    requireUnlocked(space);
    return space.organizationId;
  }

  /** Authorizes the caller under the lock, so that the space cannot be locked or deleted before the edit is stored. */
  async #open({ caller, spaceId, ifMatch }: ChangeContent): Promise<ChangeableContent> {
    const locked = await this.revisions.lockHead(spaceId, caller);
    if (!locked) throw new NotFound('Space not found');
    requireUnlocked(requireAccess(locked, 'edit'));
    requireRevision(ifMatch, locked.head.revisionId);
    return { head: locked.head, content: this.content };
  }
}

/**
 * Throws where an `If-Match` header is given that matches neither a tag of content at this revision nor one of
 * `others`.
 */
export function requireRevision(ifMatch: string | undefined, revisionId: string, ...others: string[]): void {
  const states = ifMatch === undefined ? '*' : statesIn(ifMatch);
  if (states === '*' || states.some((state) => state.startsWith(revisionId) || others.includes(state))) return;
  throw new PreconditionFailed('The content was changed since you read it: If-Match names another revision');
}
