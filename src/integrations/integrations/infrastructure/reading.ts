import { selectJson } from '#kernel/infrastructure/database/record-schema';
import { integrationSchema } from './integration.store.js';

/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** The names of integrations, also of those that are not published any more. */
export const INTEGRATION_NAMES = '(select name, organization_id, integration_id from integrations.integration_name)';

/** Integrations, published or not, as authors. */
export const INTEGRATION_TITLES = "(select id, name, manifest->>'title' as title from integrations.integration)";

/** Integrations that are published. */
export const PUBLISHED_INTEGRATIONS = `(select organization_id, id, name, visibility, release, manifest->>'title' as title,
  manifest->'scopes' as scopes, manifest->>'contentSecurityPolicy' as policy from integrations.integration where published)`;

/** What integrations that are published declare of their components. */
export const DECLARED_COMPONENTS = `(select id, name, version, manifest->'blocks' as blocks,
  manifest->'configurations' as configurations, manifest->'contentSources' as content_sources
  from integrations.integration where published)`;

/** Integrations, published or not, each as a record in JSON. */
export const INTEGRATION_RECORDS = `(select i.id, i.release, ${selectJson(integrationSchema, 'i')} as record
  from integrations.integration i)`;

/** What was published each time. */
export const CURRENT_VERSIONS =
  '(select organization_id, integration_id, release, script, secrets_sealed from integrations.integration_version)';
