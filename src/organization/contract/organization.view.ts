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
  /** Address of the organization in the API. */
  location!: string;
  /** Address of the organization in the browser. */
  app!: string;
  logo?: string;
}

export class OrganizationTrial {
  /** A self-hosted organization has no trial. */
  status!: 'notapplicable' | 'none' | 'active' | 'ended' | 'expired';
  count!: number;
}

/** When a change request may be merged. */
export class OrganizationMergeRules {
  type!: 'rules' | 'none';
  rules?: object[];
}

/** Where members land who ask for nothing in particular. */
export class OrganizationDefaultContent {
  type!: 'site';
  site!: string;
}

/** The owner of members, teams, collections, spaces and sites. */
export class OrganizationView {
  object!: 'organization';
  id!: string;
  title!: string;
  createdAt!: string;
  /** Domains whose verified users may join. */
  emailDomains!: string[];
  /** Default host name for public content. */
  hostname?: string;
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
  /** Role of those who join; null makes them guests. */
  defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  defaultContent?: OrganizationDefaultContent;
  /** Whether members must sign in by SSO. */
  sso?: boolean;
  ai?: boolean;
  inviteLinks!: boolean;
  /** A self-hosted organization has every feature. */
  plan!: 'enterprise_2024';
  mergeRules!: OrganizationMergeRules;
  urls!: OrganizationUrls;
  trial!: OrganizationTrial;
  permissions!: OrganizationPermissions;
}
