/** The bytes that rows named which are erased now. They are deleted some time later, unless something names them then. */
export abstract class UnusedBytes {
  /**
   * Notes hashes (hex) in the transaction that erases the rows. For bytes that no backup has either, and that are made
   * again where they are missing: they stay for a day.
   */
  abstract note(organizationId: string, hashes: readonly string[]): Promise<void>;
}
