/** The scopes that let visits of a site and ratings of its pages through. */
export const VISIT_SCOPES = { views: 'site:views:read', feedback: 'page:feedback:read' } as const;
