/**
 * Operations about the caller alone, without a record of an organization, or about what is public on the whole server.
 * Any user with an invite link may accept it, and an e-mail domain shows each caller which organizations they may join.
 */
export const OF_THE_CALLER: readonly string[] = [
  'getApiInformation',
  'getAuthenticatedUser',
  'listUserTokens',
  'createUserToken',
  'revokeUserToken',
  'listOrganizationsForAuthenticatedUser',
  'createOrganization',
  'getOrganizationsForEmailDomain',
  'joinOrganizationWithInvite',
  'listIntegrations',
];
