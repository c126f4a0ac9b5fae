/** The proved domains of organizations, for the statements of other areas. */
export const PROVED_DOMAINS =
  '(select organization_id, domain from organization.email_domain where proved_at is not null)';
