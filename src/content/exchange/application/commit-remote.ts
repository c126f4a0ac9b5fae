import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { Command } from '#kernel/domain/messages';
import { GitSyncCompleted } from '../../contract/events.js';
import { ChangeRequests } from '../../change-requests/domain/change-requests.js';
import { MergeSources } from '../../change-requests/domain/merge-sources.js';
import { requirePageQuota } from '../../revisions/domain/content/require-page-quota.js';
import { GitSyncs, type SyncTurn } from '../domain/export/git-sync.js';
import { ImportedContent, type ImportedState } from '../domain/import/import-ports.js';
import type { MergedImport } from '../domain/import/merge-import.js';
import type { MergeConflict, MergeSides } from '../../change-requests/domain/merge/merge.js';
import { mergeRevisions } from '../../change-requests/domain/merge/merge-revisions.js';
import { LiveContent, Revisions, type Head, type RevisionDraft } from '../../revisions/domain/ports.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import { requireUnlocked } from '../../spaces/application/space/authorize-space.js';
import { openRequest, otherSide } from './remote-side.js';

/** What a repository held when it was looked at. */
export interface RemoteCommit {
  oid: string;
  message: string;
  ref: string;
  /** How a change request calls it. */
  name: string;
  /** It holds no page any more. */
  emptied: boolean;
  notice: string | undefined;
}

/**
 * Brings what a commit of the repository changed into the space: one revision, or none where nothing is new. Answers
 * undefined, without any effect, when the space has changed since it was looked at.
 */
@NotAudited('the revision it makes tells who wrote what')
export class CommitRemote extends Command<string | undefined> {
  constructor(
    readonly turn: SyncTurn,
    readonly base: string,
    readonly state: Pick<ImportedState, 'sources'>,
    readonly merged: MergedImport,
    readonly commit: RemoteCommit,
  ) {
    super();
  }
}

/** The state of the space after it took over a commit. */
interface Taken {
  revision: string;
  /** The revision that holds just what the repository holds. */
  base: string | undefined;
  changeRequest?: string;
}

@CommandHandler(CommitRemote)
export class CommitRemoteHandler implements ICommandHandler<CommitRemote> {
  constructor(
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly imported: ImportedContent,
    private readonly changeRequests: ChangeRequests,
    private readonly sources: MergeSources,
    private readonly syncs: GitSyncs,
    private readonly limits: ContentLimits,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async execute(command: CommitRemote): Promise<string | undefined> {
    const { turn, merged, commit } = command;
    const { organizationId, spaceId } = turn;
    const locked = await this.revisions.lockHead(spaceId);
    if (!locked || locked.space.deleted || locked.head.organizationId !== organizationId) {
      throw new NotFound('Space not found');
    }
    requireUnlocked(locked.space);
    if ((await this.imported.sources(organizationId, spaceId)) !== command.state.sources) return undefined;
    const base = await this.syncs.head(organizationId, spaceId, command.base);
    if (!base) throw new NotFound('The revision that the repository held before is gone');
    const taken = commit.emptied
      ? await this.#propose(command, locked.head, base)
      : await this.#take(command, locked.head, base);
    if (!commit.emptied) await this.imported.save(organizationId, spaceId, merged.sources);
    const { changeRequest } = taken;
    const point = { base: taken.base, commit: commit.oid };
    await this.syncs.settle(turn, point, this.clock.now(), { notice: commit.notice, changeRequest });
    const { revision } = taken;
    await this.events.store([new GitSyncCompleted(organizationId, spaceId, 'success', revision, commit.oid)]);
    return revision;
  }

  /** Where the space has not changed, the commit is its next revision; else both are merged, from what both were. */
  async #take(command: CommitRemote, head: Head, base: Head): Promise<Taken> {
    const draft = this.#draft(command, base);
    if (head.revisionId === base.revisionId) {
      const revision = await this.revisions.commit(draft);
      return { revision, base: revision };
    }
    const other = await this.revisions.store(draft);
    if (other === base.revisionId) return { revision: head.revisionId, base: other };
    return this.#merge(command, { base, main: head, other: await this.#head(command, other) });
  }

  async #merge(command: CommitRemote, three: Record<'base' | 'main' | 'other', Head>): Promise<Taken> {
    const { main, other } = three;
    const { sources, limits } = this;
    const sides = await this.#sides(three);
    const { conflicts, grows, ...content } = await mergeRevisions(sides, sources.lookups(main), limits);
    await requirePageQuota(main, this.content, grows, limits.maxPages);
    const changes = [content.pages, content.files, content.contents].some(({ size }) => size > 0);
    const revision =
      changes || content.variables !== undefined
        ? await this.revisions.commit({
            ...this.#draft(command, main),
            ...content,
            type: 'merge',
            parents: [main.revisionId, other.revisionId],
          })
        : main.revisionId;
    const taken = { revision, base: other.revisionId };
    if (conflicts.length === 0) return taken;
    const changeRequest = await this.#request(command, sides, conflicts, revision, other);
    return { ...taken, ...(changeRequest === undefined ? {} : { changeRequest }) };
  }

  /** Proposes the sides of conflicts that the merge did not take, on top of the merged content. */
  async #request(
    command: CommitRemote,
    sides: MergeSides,
    conflicts: readonly MergeConflict[],
    revision: string,
    other: Head,
  ): Promise<string | undefined> {
    const { turn, commit } = command;
    const now = this.clock.now();
    const head = await this.#head(command, revision);
    const tools = { sources: this.sources, content: this.content, limits: this.limits };
    const draft = await otherSide({ sides, conflicts, head, other, author: turn.setBy, now }, tools);
    const proposed = await this.revisions.store(draft);
    if (proposed === revision) return undefined;
    return openRequest(this.changeRequests, head, proposed, { subject: commit.name, author: turn.setBy, now });
  }

  /**
   * A repository that holds no page any more empties no space: that is proposed. What the repository should hold is
   * written anew, where the space is exported.
   */
  async #propose(command: CommitRemote, head: Head, base: Head): Promise<Taken> {
    const { turn, commit } = command;
    const proposed = await this.revisions.store(this.#draft(command, base));
    const kept = turn.direction === 'import' ? base.revisionId : undefined;
    if (proposed === base.revisionId) return { revision: head.revisionId, base: kept };
    const now = this.clock.now();
    const wanted = { subject: commit.name, author: turn.setBy, now };
    const changeRequest = await openRequest(this.changeRequests, base, proposed, wanted);
    return { revision: head.revisionId, base: kept, changeRequest };
  }

  #draft({ turn, merged, commit }: CommitRemote, head: Head): RevisionDraft {
    const { pages, files, contents, moved, variables, tags } = merged;
    const { oid, message, ref } = commit;
    const git = { oid, message, ref };
    const now = this.clock.now();
    return {
      pages,
      files,
      contents,
      moved,
      variables,
      tags,
      head,
      type: 'edits',
      author: turn.setBy,
      now,
      documents: [],
      git,
    };
  }

  async #head({ turn }: CommitRemote, revision: string): Promise<Head> {
    const head = await this.syncs.head(turn.organizationId, turn.spaceId, revision);
    if (!head) throw new Error(`The revision ${revision} is missing from the store.`);
    return head;
  }

  async #sides({ base, main, other }: Record<'base' | 'main' | 'other', Head>): Promise<MergeSides> {
    const [ours, theirs] = [await this.sources.between(base, main), await this.sources.between(base, other)];
    return {
      pages: { main: ours.pages, other: theirs.pages },
      files: { main: ours.files, other: theirs.files },
      contents: { main: ours.contents, other: theirs.contents },
      variables: { base: base.roots.variables, main: main.roots.variables, other: other.roots.variables },
    };
  }
}
