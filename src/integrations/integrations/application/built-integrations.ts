import type { PublicationRequest } from './sent-integration.js';

/** The integrations that come with this server, as they were built with it. */
export abstract class BuiltIntegrations {
  /** By name a digest of the build: of those that the settings want published. */
  abstract wanted(): Promise<Map<string, string>>;
  /** What publishes one of them. */
  abstract request(name: string): Promise<PublicationRequest>;
}
