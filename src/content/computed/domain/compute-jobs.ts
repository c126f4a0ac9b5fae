export const COMPUTE_PAGES = 'content.compute-pages';

/** What computes pages of a space runs one after the other. */
export const computeKey = (spaceId: string): string => `${COMPUTE_PAGES}:${spaceId}`;

export const FOLLOW_SPEC = 'content.follow-openapi-spec';

/** The job that does so in all spaces that depend on a specification. */
export function followSpec(organizationId: string, slug: string) {
  const key = `${FOLLOW_SPEC}:${organizationId}:${slug}`;
  return [FOLLOW_SPEC, { organizationId, slug }, { key, queue: key }] as const;
}
