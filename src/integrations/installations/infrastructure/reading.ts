import { selectJson } from '#kernel/infrastructure/database/record-schema';
import { installationSchema } from './installation.store.js';
import { targetInstallationSchema } from './target-installation.store.js';

/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** Where integrations are installed. */
export const INSTALLATIONS = `(select organization_id, id, version, integration_id, status, space_selection, site_selection,
  created_at from integrations.installation)`;

/** On which spaces and sites installations are enabled. */
export const TARGET_INSTALLATIONS = `(select organization_id, id, version, installation_id, integration_id, kind, target_id,
  status from integrations.target_installation)`;

/** Installations of the organization $1 as records in JSON, with how many spaces they are enabled on. */
export const INSTALLATION_RECORDS = `(select n.organization_id, n.id, n.integration_id,
  ${selectJson(installationSchema, 'n')}::jsonb || jsonb_build_object('spaces', (select count(*)
    from integrations.target_installation t where t.organization_id = $1 and t.installation_id = n.id
    and t.kind = 'space')) as record from integrations.installation n where n.organization_id = $1)`;

/** Installations on spaces and sites, as records in JSON. */
export const TARGET_INSTALLATION_RECORDS = `(select t.organization_id, t.installation_id, t.kind, t.target_id,
  ${selectJson(targetInstallationSchema, 't')} as record from integrations.target_installation t)`;
