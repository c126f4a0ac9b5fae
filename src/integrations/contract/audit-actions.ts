/**
 * The actions that the Integrations context records in audit trails, with their display names. A name is never changed.
 */
export const INTEGRATIONS_ACTIONS = {
  'integration.development-mode-changed': 'Development mode of an integration changed',
  'integration.published': 'Integration published',
  'integration.unpublished': 'Integration un-published',
};
