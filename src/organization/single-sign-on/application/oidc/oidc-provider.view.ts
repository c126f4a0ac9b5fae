import type { TeamView } from '../../../contract/team.view.js';

/** The role and the team that a group of the provider gives. */
export class GroupRuleView {
  /** @example docs-writers */
  group!: string;
  /** @example edit */
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
  /**
   * Id of a team.
   * @example 0VbbU8o2Jq9RyFt4TvMg
   */
  team?: string;
}

/** The addresses of this server, to be registered at the provider. */
export class OidcServiceView {
  /**
   * Where the provider sends people back to (redirect URI).
   * @example https://docs.example.com/oidc/0VbbUAt4Le7VmSa3OpZc/callback
   */
  redirectURL!: string;
  /**
   * Where people begin to sign in.
   * @example https://docs.example.com/oidc/0VbbUAt4Le7VmSa3OpZc/start
   */
  startURL!: string;
  /**
   * Where people arrive after they signed out at the provider (post logout redirect URI).
   * @example https://docs.example.com/signin?done=signed-out
   */
  signedOutURL!: string;
  /**
   * Where the provider sends logout tokens (back-channel logout URI).
   * @example https://docs.example.com/oidc/0VbbUAt4Le7VmSa3OpZc/backchannel-logout
   */
  backChannelURL!: string;
}

export class OidcProviderUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/oidc/0VbbUAt4Le7VmSa3OpZc */
  location!: string;
}

/** A provider of OpenID Connect that vouches for members of an organization. */
export class OidcProviderView {
  object!: 'oidc-provider';
  /** @example 0VbbUAt4Le7VmSa3OpZc */
  id!: string;
  /** @example "Company sign-in" */
  label!: string;
  /**
   * The issuer identifier, below which its configuration is found; empty while it is not known.
   * @example https://login.example.com
   */
  issuer!: string;
  /**
   * How the provider knows this server; empty while it is not known.
   * @example quire
   */
  clientID!: string;
  /** Whether there is a client secret, which is never shown. */
  hasClientSecret!: boolean;
  /**
   * Scopes that are requested besides `openid`, `email` and `profile`.
   * @example ["groups"]
   */
  scopes!: string[];
  /**
   * The claim with the names of a user's groups.
   * @example groups
   */
  groupsClaim!: string;
  /** Roles and teams by group, applied at every sign-in. */
  groupRules!: GroupRuleView[];
  /** The team that those who join by it enter; absent where there is none, or no longer. */
  defaultTeam?: TeamView;
  /**
   * Role of those who join by it, and of those to whom no rule gives another while rules give roles; null makes them guests.
   * @example read
   */
  defaultRole!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /** `active` once people can sign in by it, `pending` while something is missing. */
  status!: 'active' | 'pending';
  service!: OidcServiceView;
  urls!: OidcProviderUrls;
}
