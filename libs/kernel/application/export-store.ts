/**
 * Files that are no content, kept in the same folder or bucket as the files of content, by organization and hash. They
 * are deleted with their organization. Who keeps them answers for them where unused files are collected.
 */
export abstract class ExportStore {
  /** Stores bytes durably; returns their SHA-256 in hex. */
  abstract put(organizationId: string, bytes: Buffer): Promise<string>;
  /** Throws where there are none, or others than were stored. */
  abstract read(organizationId: string, sha256: string): Promise<Buffer>;
}
