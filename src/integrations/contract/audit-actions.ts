/**
 * The actions that the Integrations context records in audit trails, with their display names. A name is never changed.
 */
export const INTEGRATIONS_ACTIONS = {
  'installation.created': 'Integration installed',
  'installation.deleted': 'Integration uninstalled',
  'installation.updated': 'Installation of an integration changed',
  'integration.development-mode-changed': 'Development mode of an integration changed',
  'integration.published': 'Integration published',
  'integration.unpublished': 'Integration un-published',
  'site-installation.created': 'Integration enabled on a site',
  'site-installation.deleted': 'Integration disabled on a site',
  'site-installation.updated': 'Integration on a site changed',
  'space-installation.created': 'Integration enabled on a space',
  'space-installation.deleted': 'Integration disabled on a space',
  'space-installation.updated': 'Integration on a space changed',
};
