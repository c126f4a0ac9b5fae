/** What other areas keep of spaces beside their content, and drop when these are purged. */
export abstract class PurgedSpaces {
  /** In a number of statements that does not depend on how many spaces there are. */
  abstract dropSpaces(spaces: readonly { organizationId: string; spaceId: string }[]): Promise<void>;
}
