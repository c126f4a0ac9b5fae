/** What the service says of itself. */
export class ApiInformationView {
  /**
   * Version of Quire.
   * @example 0.1.0
   */
  version!: string;
  /**
   * When this build was made, ISO 8601.
   * @example 2026-01-15T09:30:00.000Z
   */
  build!: string;
}
