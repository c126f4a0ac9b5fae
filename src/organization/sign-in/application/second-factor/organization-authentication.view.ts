/** How the members of an organization must sign in. */
export class OrganizationAuthenticationView {
  object!: 'organization-authentication';
  /**
   * Whether members who sign in with a password need a second factor, which is a passkey. With `required`, a session
   * without one has no access to the organization.
   * @example optional
   */
  secondFactor!: 'optional' | 'required';
  urls!: OrganizationAuthenticationUrls;
}

export class OrganizationAuthenticationUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/authentication */
  location!: string;
}
