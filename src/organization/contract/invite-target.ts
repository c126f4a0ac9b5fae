/** What an invite lets somebody into. */
export type InviteTarget = { type: 'organization' } | { type: 'space' | 'collection'; id: string };
