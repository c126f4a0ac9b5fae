/** What other areas keep of spaces beside their content, and drop when these are purged. */
export abstract class PurgedSpaces {
  abstract dropSpace(space: { organizationId: string; spaceId: string }): Promise<void>;
}
