/**
 * The actions that the Publishing context records in audit trails, with their display names. A name is never changed.
 */
export const PUBLISHING_ACTIONS = {
  'openapi-spec.created': 'OpenAPI specification created',
  'openapi-spec.deleted': 'OpenAPI specification deleted',
  'openapi-spec.source-updated': 'Source of an OpenAPI specification given anew',
  'openapi-spec.visibility-changed': 'Visibility of an OpenAPI specification changed',
  'share-link.created': 'Share link of a site created',
  'share-link.deleted': 'Share link of a site deleted',
  'share-link.updated': 'Share link of a site changed',
  'site-redirect.created': 'Redirect of a site created',
  'site-redirect.deleted': 'Redirect of a site deleted',
  'site-redirect.updated': 'Redirect of a site changed',
  'site.adaptive-schema-updated': 'Schema of claims of a site changed',
  'site.created': 'Site created',
  'site.customization-updated': 'Customization of a site changed',
  'site.deleted': 'Site deleted',
  'site.git-sync-removed': 'Synchronization of a site with a repository ended',
  'site.git-sync-set': 'Synchronization of a site with a repository set',
  'site.published': 'Site published',
  'site.structure-changed': 'Structure of a site changed',
  'site.unpublished': 'Site taken offline',
  'site.updated': 'Settings of a site changed',
  'site.visibility-changed': 'Visibility of a site changed',
  'site.visitor-auth-updated': 'Authentication of visitors of a site changed',
  'site.visitor-key-regenerated': 'Key of visitors of a site made anew',
};
