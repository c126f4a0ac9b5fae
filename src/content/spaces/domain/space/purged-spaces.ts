/** The data that other areas store for spaces, and delete when these are purged. */
export abstract class PurgedSpaces {
  /** Takes a constant number of statements, however many spaces there are. */
  abstract dropSpaces(organizationId: string, spaceIds: readonly string[]): Promise<void>;
}
