import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { Command } from '#kernel/domain/messages';
import { MembersByIds } from '#organization';
import { SpaceTransferred } from '../../../contract/events.js';
import { Collections } from '../../domain/collection/collections.js';
import { ContentGarbage } from '../../../revisions/domain/content-garbage.js';
import { Places, type ContentItem } from '../../domain/collection/places.js';
import { Grants, type SubjectKind } from '../../domain/permission/grants.js';
import { Spaces } from '../../domain/space/spaces.js';
import { visibilityUpdates } from '../../domain/space/space-visibility.js';
import { Transfers, type TransferredGrant, type Transfer } from '../../domain/space/transfers.js';
import { rankBetween } from '../../../revisions/domain/tree/rank.js';
import { withPlacesLocked } from '../collection/find-place.js';
import { reportGrantedSpaces } from '../permission/write-grants.js';
import { authorizeTransfer } from './authorize-transfer.js';

/**
 * Moves a space, or a collection with everything in it, to another organization. Returns false, and changes nothing, as
 * long as the other organization lacks the bytes of a file.
 */
@Audits('collection.transferred', 'space.transferred')
export class TransferStoredContent extends Command<boolean> {
  constructor(
    readonly caller: Caller,
    readonly root: ContentItem,
    readonly to: string,
  ) {
    super();
  }
}

@CommandHandler(TransferStoredContent)
export class TransferStoredContentHandler implements ICommandHandler<TransferStoredContent> {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly places: Places,
    private readonly transfers: Transfers,
    private readonly grants: Grants,
    private readonly garbage: ContentGarbage,
    private readonly trail: AuditTrail,
    private readonly events: Events,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, root, to }: TransferStoredContent): Promise<boolean> {
    const { spaces, collections } = this;
    const load = () => authorizeTransfer({ spaces, collections }, caller, root, to);
    const { organizationId: from, title } = await withPlacesLocked(this.places, load, to);
    const transfer = { from, to, root, contents: await this.transfers.contents(from, root) };
    if ((await this.transfers.lock(transfer)).length > 0) {
      throw new Conflict('Content is being imported from or exported to a repository: try again when that has ended');
    }
    if ((await this.transfers.missingFiles(transfer)).length > 0) return false;

    const granted = await this.transfers.grants(transfer);
    const members = await this.dispatcher.ask(new MembersByIds(to, subjectsOf(granted, 'user')));
    const gap = await this.places.gapAtEnd({ organizationId: to, parent: null });
    const changes = await this.transfers.move(
      transfer,
      { rank: rankBetween(gap.before, gap.after) },
      [...members.keys()],
      this.clock.now(),
    );
    await this.events.store([
      ...transfer.contents.space.map((space) => new SpaceTransferred(from, space, to)),
      ...visibilityUpdates(to, changes),
    ]);
    await this.garbage.note(from);
    await this.#requireAccess(caller, root);
    await this.#note(transfer, granted);
    const ended = granted.filter(({ subject }) => !members.has(subject));
    await this.trail.record({
      organizations: [from, to],
      action: `${root.kind}.transferred`,
      actorId: caller.userId,
      target: { type: root.kind, id: root.id, label: title },
      payload: { from, to, spaces: transfer.contents.space, collections: transfer.contents.collection, ended },
    });
    return true;
  }

  async #requireAccess(caller: Caller, { kind, id }: ContentItem): Promise<void> {
    const loaded = await (kind === 'space' ? this.spaces : this.collections).findWithRole(caller, id);
    if (!loaded?.role) throw new Conflict(`You would not reach the ${kind} there any more`);
  }

  /** Updates the counts of granted spaces in both organizations. */
  async #note({ from, to }: Transfer, granted: readonly TransferredGrant[]): Promise<void> {
    const onSpaces = granted.filter(({ kind }) => kind === 'space');
    const [users, teams] = [subjectsOf(onSpaces, 'user'), subjectsOf(onSpaces, 'team')];
    await reportGrantedSpaces(this.grants, this.dispatcher, from, 'user', users);
    await reportGrantedSpaces(this.grants, this.dispatcher, from, 'team', teams);
    await reportGrantedSpaces(this.grants, this.dispatcher, to, 'user', users);
  }
}

function subjectsOf(granted: readonly TransferredGrant[], kind: SubjectKind): string[] {
  return [...new Set(granted.filter(({ subjectKind }) => subjectKind === kind).map(({ subject }) => subject))];
}
