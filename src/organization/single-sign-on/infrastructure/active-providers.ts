/** The providers of all organizations that people can sign in by: fully configured, of either protocol. */
export const ACTIVE_PROVIDERS = `(
  select organization_id, id, label, 'saml' as protocol from organization.saml_provider
  where entity_id <> '' and sso_url <> '' and certificate <> ''
  union all
  select organization_id, id, label, 'oidc' from organization.oidc_provider where issuer <> '' and client_id <> ''
)`;
