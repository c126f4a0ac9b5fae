/** The job that brings the search index of a space up to date: its name, payload and options. One waits at a time. */
export function indexSpace(organizationId: string, spaceId: string) {
  const key = `content.index-space:${spaceId}`;
  return ['content.index-space', { organizationId, spaceId }, { key, queue: key }] as const;
}
