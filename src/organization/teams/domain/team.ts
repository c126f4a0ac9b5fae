import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { TeamDeleted } from '../../contract/events.js';

export interface TeamState extends AggregateState {
  organizationId: string;
  title: string;
  createdAt: Date;
}

const MAX_TITLE = 64;

/**
 * Members of an organization to whom permissions are granted together. An administrator creates it; its owners may
 * rename it and manage its members. Deleting it ends what was granted to it.
 */
export class Team extends Aggregate<TeamState> {
  static create(organizationId: string, title: string, now: Date): Team {
    return new Team({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      title: validTitle(title),
      createdAt: now,
    });
  }

  static from(state: TeamState): Team {
    return new Team(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get title(): string {
    return this.state.title;
  }

  rename(title: string): void {
    this.state.title = validTitle(title);
  }

  delete(): void {
    this.record(new TeamDeleted(this.state.organizationId, this.id));
  }
}

function validTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '' || exceeds(trimmed, MAX_TITLE)) throw new Invalid(`title takes 1 to ${MAX_TITLE} characters`);
  return trimmed;
}
