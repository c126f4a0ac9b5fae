/** The columns of a provider, as its state has them. */
export const OIDC_COLUMNS = `id, organization_id as "organizationId", label, issuer, client_id as "clientId", scopes,
  groups_claim as "groupsClaim", group_rules as "groupRules", default_team as "defaultTeam",
  default_role as "defaultRole", created_at as "createdAt"`;
