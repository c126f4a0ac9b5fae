/** A file that a page loads; its name changes with its text, so that it can be kept for ever. */
export interface StaticFile {
  name: string;
  /** The media type. */
  type: string;
  text: string;
}
