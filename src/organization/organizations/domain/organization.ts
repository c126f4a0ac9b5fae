import type { Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Conflict } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SERVER_ORGANIZATION } from '../../contract/commands.js';
import { OrganizationCreated } from '../../contract/events.js';
import { usersOf, type OrganizationMergeRules } from '#merge-rules';
import { validChanges, type OrganizationChanges } from './organization-changes.js';
import { validDomains, validTitle } from './organization-fields.js';

export interface OrganizationState extends AggregateState {
  organizationId: string;
  title: string;
  type: 'business' | 'community';
  emailDomains: string[];
  hostname: string | null;
  useCase: string | null;
  communityType: string | null;
  defaultRole: Role | null;
  defaultContent: { type: 'site'; site: string } | null;
  logo: string | null;
  sso: boolean;
  ai: boolean;
  inviteLinks: boolean;
  mergeRules: OrganizationMergeRules;
  /** Since when sessions from a password need a second factor; null where they need none. */
  secondFactorSince: Date | null;
  createdAt: Date;
}

/**
 * An organization is created by a user, who becomes its first administrator, and owns everything else: members and
 * teams, collections, spaces and sites. It sets how people join and what a merge needs.
 */
export class Organization extends Aggregate<OrganizationState> {
  static create(title: string, emailDomains: string[], createdBy: string, now: Date): Organization {
    const id = newId(now.getTime());
    const organization = new Organization({
      ...startOf(id, now),
      title: validTitle(title),
      emailDomains: validDomains(emailDomains),
    });
    organization.record(new OrganizationCreated(id, createdBy));
    return organization;
  }

  /** That of the server itself, which no user creates or joins. */
  static ofServer(id: string, now: Date): Organization {
    return new Organization({ ...startOf(id, now), title: 'Quire', inviteLinks: false });
  }

  static from(state: OrganizationState): Organization {
    return new Organization(state);
  }

  get title(): string {
    return this.state.title;
  }

  get hostname(): string | null {
    return this.state.hostname;
  }

  get defaultRole(): Role | null {
    return this.state.defaultRole;
  }

  get sso(): boolean {
    return this.state.sso;
  }

  /** Whether sessions from a password need a second factor. */
  get demandsSecondFactor(): boolean {
    return this.state.secondFactorSince !== null;
  }

  get inviteLinks(): boolean {
    return this.state.inviteLinks;
  }

  get defaultSite(): string | undefined {
    return this.state.defaultContent?.site;
  }

  /** The users whom its merge rules name. */
  get reviewers(): string[] {
    return usersOf(this.state.mergeRules);
  }

  /** Whether users with a verified e-mail address of this domain may join. */
  admits(emailDomain: string): boolean {
    return this.state.emailDomains.includes(emailDomain.toLowerCase());
  }

  /** From now on, sessions from a password need a second factor, and so do tokens that are made in them. */
  demandSecondFactor(now: Date): void {
    this.state.secondFactorSince ??= now;
  }

  makeSecondFactorOptional(): void {
    this.state.secondFactorSince = null;
  }

  /** Throws Conflict where it cannot be deleted: the server needs its own. */
  requireDeletable(): void {
    if (this.id === SERVER_ORGANIZATION) throw new Conflict('The organization of the server itself cannot be deleted');
  }

  /** Changes settings; returns the names of those whose value differs now. Throws Invalid and then changes nothing. */
  update(changes: OrganizationChanges): (keyof OrganizationChanges)[] {
    const valid = validChanges(changes);
    const names = Object.keys(valid) as (keyof OrganizationChanges)[];
    const changed = names.filter((name) => canonicalJson(valid[name]) !== canonicalJson(this.state[name]));
    Object.assign(this.state, valid);
    return changed;
  }
}

/** The settings that an organization begins with. */
function startOf(id: string, now: Date): Omit<OrganizationState, 'title'> {
  return {
    id,
    organizationId: id,
    version: 0,
    type: 'business',
    emailDomains: [],
    hostname: null,
    useCase: null,
    communityType: null,
    defaultRole: 'read',
    defaultContent: null,
    logo: null,
    sso: false,
    ai: true,
    inviteLinks: true,
    mergeRules: { type: 'none' },
    secondFactorSince: null,
    createdAt: now,
  };
}
