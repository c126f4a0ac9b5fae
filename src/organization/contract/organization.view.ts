import type { OrganizationMergeRules } from '#merge-rules';

/** What the caller may do with an organization. */
export class OrganizationPermissions {
  view!: boolean;
  access!: boolean;
  admin!: boolean;
  ownTeam!: boolean;
  createContent!: boolean;
  createOpenAPISpec!: boolean;
  ingestConversations!: boolean;
  viewBilling!: boolean;
  listMembers!: boolean;
  listTeams!: boolean;
  listIntegrations!: boolean;
  listInstallations!: boolean;
  installIntegration!: boolean;
}

export class OrganizationUrls {
  /**
   * Address of the organization in the API.
   * @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe
   */
  location!: string;
  /**
   * Address of the organization in the browser.
   * @example https://docs.example.com/o/0VbbU3z1Hn6PwDs8RtKe
   */
  app!: string;
  logo?: string;
}

export class OrganizationTrial {
  /**
   * A self-hosted organization has no trial.
   * @example notapplicable
   */
  status!: 'notapplicable' | 'none' | 'active' | 'ended' | 'expired';
  /** @example 0 */
  count!: number;
}

/** Where members land who ask for nothing in particular. */
export class OrganizationDefaultContent {
  type!: 'site';
  site!: string;
}

/** The owner of members, teams, collections, spaces and sites. */
export class OrganizationView {
  object!: 'organization';
  /** @example 0VbbU3z1Hn6PwDs8RtKe */
  id!: string;
  /** @example Example */
  title!: string;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /**
   * Domains whose verified users may join.
   * @example ["example.com"]
   */
  emailDomains!: string[];
  /** Default host name for public content. */
  hostname?: string;
  /** @example business */
  type!: 'business' | 'community';
  useCase?:
    | 'internalDocs'
    | 'docsSite'
    | 'audienceControlledSite'
    | 'productDocs'
    | 'teamKnowledgeBase'
    | 'designSystem'
    | 'openSourceDocs'
    | 'notes'
    | 'other';
  communityType?: 'nonProfit' | 'openSource' | 'education';
  /**
   * Role of those who join; null makes them guests.
   * @example read
   */
  defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  defaultContent?: OrganizationDefaultContent;
  /** Whether members must sign in by SSO. */
  sso?: boolean;
  ai?: boolean;
  inviteLinks!: boolean;
  /** A self-hosted organization has every feature. */
  plan!: 'enterprise_2024';
  /** When a change request may be merged. */
  mergeRules!: OrganizationMergeRules;
  urls!: OrganizationUrls;
  trial!: OrganizationTrial;
  permissions!: OrganizationPermissions;
}
