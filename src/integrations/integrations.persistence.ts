import type { Growth } from '#kernel/domain/growth';
import { Integrations1790000000401 } from './migrations/1790000000401-integrations.js';
import { IntegrationEvents1790000000402 } from './migrations/1790000000402-integration-events.js';
import { IntegrationIds1790000000406 } from './migrations/1790000000406-ids.js';
import { EventStreams1790000000410 } from './migrations/1790000000410-event-streams.js';
import { OwnIntegrations1790000000411 } from './migrations/1790000000411-own-integrations.js';
import { installationSchema } from './installations/infrastructure/installation.store.js';
import { targetInstallationSchema } from './installations/infrastructure/target-installation.store.js';
import { integrationSchema } from './integrations/infrastructure/integration.store.js';

/** The tables of the Integrations context. */
export const integrationsPersistence = {
  schema: 'integrations',
  migrations: [
    Integrations1790000000401,
    IntegrationEvents1790000000402,
    IntegrationIds1790000000406,
    EventStreams1790000000410,
    OwnIntegrations1790000000411,
  ],
  sealed: [
    'integration_version.secrets_sealed',
    'installation.configuration_sealed',
    'installation.signing_secret_sealed',
    'target_installation.configuration_sealed',
    'target_installation.signing_secret_sealed',
  ],
  shared: ['integration', 'integration_name', 'integration_version', 'integration_picture', 'own_integration'],
  growth: [
    {
      kind: 'integrations',
      tables: ['integration', 'integration_name', 'own_integration'],
      kept: 'until they are deleted',
    },
    {
      kind: 'versions of integrations',
      tables: ['integration_version', 'integration_picture'],
      kept: 'the newest {keep} of each',
      setting: 'QUIRE_KEEP_INTEGRATION_VERSIONS',
      job: 'integrations.purge-versions',
    },
    {
      kind: 'installations',
      tables: ['installation', 'target_installation'],
      kept: 'until they are removed',
    },
    {
      kind: 'events of integrations',
      tables: ['integration_event', 'event_stream'],
      kept: '{keep} days after their end',
      setting: 'QUIRE_KEEP_EVENT_DAYS',
      job: 'integrations.prune-events',
      oldest: 'integration_event.finished_at',
    },
  ] satisfies Growth[],
  entities: [integrationSchema, installationSchema, targetInstallationSchema],
};
