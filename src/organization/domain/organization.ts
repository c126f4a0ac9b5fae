import type { Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { OrganizationCreated } from '../contract/events.js';

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
  mergeRules: { type: 'none' } | { type: 'rules'; rules: object[] };
  createdAt: Date;
}

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;

/**
 * An organization is created by a user, who becomes its first administrator, and owns everything else: members and
 * teams, collections, spaces and sites. It sets how people join and what a merge needs.
 */
export class Organization extends Aggregate<OrganizationState> {
  static create(title: string, emailDomains: string[], createdBy: string, now: Date): Organization {
    const id = newId(now.getTime());
    const organization = new Organization({
      id,
      organizationId: id,
      version: 0,
      title: validTitle(title),
      type: 'business',
      emailDomains: emailDomains.map(validDomain),
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
      createdAt: now,
    });
    organization.record(new OrganizationCreated(id, createdBy));
    return organization;
  }

  static from(state: OrganizationState): Organization {
    return new Organization(state);
  }
}

function validTitle(title: string): string {
  if (title !== title.trim()) throw new Invalid('title must start and end with a character that is not a space');
  if (title.length < 2 || title.length > 255) throw new Invalid('title takes 2 to 255 characters');
  return title;
}

function validDomain(domain: string): string {
  const lower = domain.toLowerCase();
  if (lower.length > 253 || !DOMAIN.test(lower)) throw new Invalid(`emailDomains: "${domain}" is not a domain name`);
  return lower;
}
