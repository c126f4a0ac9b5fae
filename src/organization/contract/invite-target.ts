/** What an invite gives access to. */
export type InviteTarget = { type: 'organization' } | { type: 'space' | 'collection'; id: string };
