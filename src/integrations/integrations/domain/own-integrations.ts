/** Which builds of the integrations that come with the server were published. */
export abstract class OwnIntegrations {
  /** By name the digest of the build; null for one that was un-published since, because the settings say so. */
  abstract published(): Promise<Map<string, string | null>>;
  /** The same, for no other process until the transaction ends. */
  abstract held(): Promise<Map<string, string | null>>;
  abstract note(name: string, digest: string | null): Promise<void>;
}
