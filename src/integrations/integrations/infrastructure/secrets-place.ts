/** Where the secrets of an integration's versions are stored: they can't be opened elsewhere. */
export const secretsPlace = (integrationId: string): string => `integrations.integration_version:${integrationId}`;
