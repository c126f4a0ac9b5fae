/**
 * The columns of organizations that other areas may read in their statements. PostgreSQL reads such a subquery like the
 * table itself, with its indexes.
 */
export const ORGANIZATIONS =
  '(select organization_id, title, email_domains, sso, invite_links, second_factor_since from organization.organization)';
