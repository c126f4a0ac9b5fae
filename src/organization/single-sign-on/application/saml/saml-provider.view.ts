import type { TeamView } from '../../../contract/team.view.js';

/** How the provider is told of this server. */
export class SamlServiceView {
  /**
   * Where the provider sends its responses (assertion consumer service).
   * @example https://docs.example.com/saml/0VbbUAt4Le7VmSa3OpZc/acs
   */
  acsURL!: string;
  /**
   * Where people begin to sign in.
   * @example https://docs.example.com/saml/0VbbUAt4Le7VmSa3OpZc/start
   */
  startURL!: string;
  /**
   * What this server calls itself; its metadata is found there.
   * @example https://docs.example.com/saml/0VbbUAt4Le7VmSa3OpZc/metadata
   */
  entityID!: string;
}

export class SamlProviderUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/saml/0VbbUAt4Le7VmSa3OpZc */
  location!: string;
}

/** An identity provider that vouches for members of an organization. */
export class SamlProviderView {
  object!: 'saml-provider';
  /** @example 0VbbUAt4Le7VmSa3OpZc */
  id!: string;
  /** @example "Company sign-in" */
  label!: string;
  /**
   * Where people are sent to sign in; empty while it is not known.
   * @example https://login.example.com/saml/sso
   */
  ssoURL!: string;
  /**
   * What the provider calls itself; empty while it is not known.
   * @example https://login.example.com/saml/metadata
   */
  entityID!: string;
  /**
   * The certificate of its signing key, as it was given; empty while it is not known.
   * @example "-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----"
   */
  certificate!: string;
  /** The team that those who join by it enter; absent where there is none, or no longer. */
  defaultTeam?: TeamView;
  /**
   * Role of those who join by it; null makes them guests.
   * @example read
   */
  defaultRole!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /** `active` once people can sign in by it, `pending` while something is missing. */
  status!: 'active' | 'pending';
  service!: SamlServiceView;
  urls!: SamlProviderUrls;
}
