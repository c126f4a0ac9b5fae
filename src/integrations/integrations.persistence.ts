import { Integrations1790000000401 } from './migrations/1790000000401-integrations.js';
import { integrationSchema } from './integrations/infrastructure/integration.store.js';

/** The tables of the Integrations context. */
export const integrationsPersistence = {
  schema: 'integrations',
  migrations: [Integrations1790000000401],
  sealed: ['integration_version.secrets_sealed'],
  entities: [integrationSchema],
};
