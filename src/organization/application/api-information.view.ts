/** What the service says of itself. */
export class ApiInformationView {
  /** Version of Quire. */
  version!: string;
  /** When this build was made, ISO 8601. */
  build!: string;
}
