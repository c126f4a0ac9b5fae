import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { beginningOf, charactersIn, exceeds } from '#kernel/domain/characters';
import { Conflict, Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { usersOf, type SpaceMergeRules } from '#merge-rules';
import type { Level } from '#permissions';
import { SpaceCreated, SpaceDeleted, SpaceRestored, SpaceUpdated } from '../../../contract/events.js';
import { isLanguage } from '../../../contract/languages.js';
import { validMergeRules } from './valid-merge-rules.js';
import type { Place } from '../collection/places.js';

export interface SpaceState extends AggregateState {
  organizationId: string;
  title: string;
  emoji: string | null;
  icon: string | null;
  /** The id of the parent collection; null at the root of the organization. */
  parent: string | null;
  /** Its rank among its siblings. */
  rank: string;
  defaultLevel: Level;
  editMode: 'live' | 'locked';
  /** Whether other content can begin with a copy of it. */
  template: boolean;
  language: string;
  mergeRules: SpaceMergeRules;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** What a caller may choose for a new space. */
export interface NewSpaceFields {
  title?: string | undefined;
  emoji?: string | undefined;
  language?: string | undefined;
  editMode?: 'live' | 'locked' | undefined;
}

/** The changes that a caller requests. A member left out stays as it is; `null` clears it. */
export interface SpaceChanges {
  title?: string | undefined;
  emoji?: string | null | undefined;
  icon?: string | null | undefined;
  editMode?: 'live' | 'locked' | undefined;
  template?: boolean | undefined;
  language?: string | undefined;
  defaultLevel?: Level | undefined;
  /** Unchecked input, validated here. */
  mergeRules?: unknown;
}

const DAY_MS = 86_400_000;
/** How long a deleted space can be restored. */
export const RESTORABLE_DAYS = 7;
const MAX_TITLE = 50;
const MAX_EMOJI = 50;
const UNTITLED = 'Untitled';

/**
 * A space is created in an organization, edited directly while its mode is `live`, and may be deleted: it is then
 * hidden, can be restored for as many days as are set (7), and is gone for good after that.
 */
export class Space extends Aggregate<SpaceState> {
  static create(
    organizationId: string,
    { parent, rank }: Place,
    space: NewSpaceFields,
    createdBy: string,
    now: Date,
  ): Space {
    const created = new Space({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      title: validTitle(space.title ?? UNTITLED),
      emoji: validEmoji(space.emoji ?? null),
      icon: null,
      parent,
      rank,
      defaultLevel: 'inherit',
      editMode: space.editMode ?? 'live',
      template: false,
      language: validLanguage(space.language ?? 'en'),
      mergeRules: { type: 'inherit' },
      createdBy,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    created.record(new SpaceCreated(organizationId, created.id));
    return created;
  }

  /** A copy in the same organization. It is not a template until marked as one. */
  copy(place: Place, createdBy: string, now: Date): Space {
    return this.#like({ title: truncateTitle(`Copy of ${this.state.title}`) }, place, createdBy, now);
  }

  /** A space in the same organization for a translation of this one. */
  translated(language: string, place: Place, createdBy: string, now: Date): Space {
    const title = truncateTitle(this.state.title, ` (${language})`);
    return this.#like({ title, language: validLanguage(language) }, place, createdBy, now);
  }

  #like(own: Partial<SpaceState>, { parent, rank }: Place, createdBy: string, now: Date): Space {
    const copy = new Space({
      ...this.snapshot(),
      ...own,
      id: newId(now.getTime()),
      version: 0,
      template: false,
      parent,
      rank,
      createdBy,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    copy.record(new SpaceCreated(copy.organizationId, copy.id));
    return copy;
  }

  static from(state: SpaceState): Space {
    return new Space(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get createdBy(): string {
    return this.state.createdBy;
  }

  get deleted(): boolean {
    return this.state.deletedAt !== null;
  }

  get mergeRules(): SpaceState['mergeRules'] {
    return this.state.mergeRules;
  }

  get locked(): boolean {
    return this.state.editMode === 'locked';
  }

  /** Whether the organization can use it as a template. Organizations share nothing, so only its own can. */
  isTemplateOf(organizationId: string): boolean {
    return this.state.template && !this.deleted && this.state.organizationId === organizationId;
  }

  get title(): string {
    return this.state.title;
  }

  get parent(): string | null {
    return this.state.parent;
  }

  get defaultLevel(): SpaceState['defaultLevel'] {
    return this.state.defaultLevel;
  }

  get language(): string {
    return this.state.language;
  }

  /** The users whom its merge rules name. */
  get reviewers(): string[] {
    return usersOf(this.state.mergeRules);
  }

  update(changes: SpaceChanges, now: Date): void {
    const { emoji = null, icon = null } = changes;
    if (emoji !== null && icon !== null) throw new Invalid('A space has an emoji or an icon, not both');
    applyChanges(this.state, changes);
    this.state.updatedAt = now;
    this.record(new SpaceUpdated(this.state.organizationId, this.id));
  }

  moveTo({ parent, rank }: Place, now: Date): void {
    Object.assign(this.state, { parent, rank, updatedAt: now });
  }

  /** Deleting a deleted space changes nothing. */
  delete(now: Date): void {
    if (this.deleted) return;
    this.state.deletedAt = now;
    this.record(new SpaceDeleted(this.state.organizationId, this.id));
  }

  /** `days`: how long it can be restored. */
  restore(now: Date, days = RESTORABLE_DAYS): void {
    const { deletedAt } = this.state;
    if (deletedAt === null) return;
    if (now.getTime() - deletedAt.getTime() > days * DAY_MS) {
      throw new Conflict(`A space can be restored for ${days} days after it was deleted`);
    }
    this.state.deletedAt = null;
    this.record(new SpaceRestored(this.state.organizationId, this.id));
  }
}

type Given<Member extends keyof SpaceChanges> = Exclude<SpaceChanges[Member], undefined>;

/** How each change is applied: a change that is missing here does not compile. */
const APPLY: { readonly [Member in keyof SpaceChanges]-?: (value: Given<Member>) => Partial<SpaceState> } = {
  title: (title) => ({ title: validTitle(title) }),
  editMode: (editMode) => ({ editMode }),
  template: (template) => ({ template }),
  language: (language) => ({ language: validLanguage(language) }),
  defaultLevel: (defaultLevel) => ({ defaultLevel }),
  mergeRules: (mergeRules) => ({ mergeRules: validMergeRules(mergeRules) }),
  emoji: (emoji) => ({ emoji: validEmoji(emoji), ...(emoji !== null && { icon: null }) }),
  icon: (icon) => ({ icon, ...(icon !== null && { emoji: null }) }),
};

function applyChanges(state: SpaceState, changes: SpaceChanges): void {
  for (const [member, apply] of Object.entries(APPLY)) {
    const value = changes[member as keyof SpaceChanges];
    if (value !== undefined) Object.assign(state, apply(value as never));
  }
}

/** A title shortened to the limit: as many whole characters as fit, then an ellipsis, before `end`. */
function truncateTitle(title: string, end = ''): string {
  if (!exceeds(title + end, MAX_TITLE)) return title + end;
  return `${beginningOf(title, MAX_TITLE - charactersIn(end) - 1).trimEnd()}…${end}`;
}

function validTitle(title: string): string {
  if (title.trim() === '' || exceeds(title, MAX_TITLE)) throw new Invalid(`title takes 1 to ${MAX_TITLE} characters`);
  return title;
}

function validEmoji(emoji: string | null): string | null {
  if (emoji !== null && exceeds(emoji, MAX_EMOJI)) throw new Invalid(`emoji takes at most ${MAX_EMOJI} characters`);
  return emoji === '' ? null : emoji;
}

function validLanguage(language: string): string {
  if (!isLanguage(language)) throw new Invalid(`language: "${language}" is not one of those supported`);
  return language;
}
