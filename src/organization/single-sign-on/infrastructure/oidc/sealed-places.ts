/** Where the client secret of a provider is stored, for SecretBox. */
export const placeOfSecret = (providerId: string): string => `organization.oidc_client_secret:${providerId}`;

/** Where the ID token of a session is stored. */
export const placeOfIdToken = (sessionId: string): string => `organization.oidc_session:${sessionId}`;
