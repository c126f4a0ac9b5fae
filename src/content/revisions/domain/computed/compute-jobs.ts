export const COMPUTE_PAGES = 'content.compute-pages';

/** The job that makes the pages of a space's computed pages anew: its name, payload and options. */
export function computePages(organizationId: string, spaceId: string) {
  const key = `${COMPUTE_PAGES}:${spaceId}`;
  return [COMPUTE_PAGES, { organizationId, spaceId }, { key, queue: key }] as const;
}

export const FOLLOW_SPEC = 'content.follow-openapi-spec';

/** The job that does so in all spaces that depend on a specification. */
export function followSpec(organizationId: string, slug: string) {
  const key = `${FOLLOW_SPEC}:${organizationId}:${slug}`;
  return [FOLLOW_SPEC, { organizationId, slug }, { key, queue: key }] as const;
}
