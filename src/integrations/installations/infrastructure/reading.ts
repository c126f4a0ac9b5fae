/* What the statements of other areas may read from this area's tables. */

/** Where integrations are installed. */
export const INSTALLATIONS = '(select organization_id, id, integration_id, status from integrations.installation)';
