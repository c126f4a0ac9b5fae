/**
 * What other areas read of organizations in their statements: these columns and no others. PostgreSQL reads through such
 * a subquery as through the table, with its indexes.
 */
export const ORGANIZATIONS =
  '(select organization_id, title, email_domains, sso, invite_links from organization.organization)';
