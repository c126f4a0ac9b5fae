/** What Git knows of a page or file. */
export class GitObjectView {
  /** Git's name of the bytes. */
  oid!: string;
  /** Path in the repository. */
  path!: string;
}

export class FileDimensions {
  /**
   * Pixels.
   * @example 640
   */
  width!: number;
  /** @example 320 */
  height!: number;
}

/** A file of a revision. */
export class FileView {
  object!: 'file';
  /** @example 0VbbU8r2Jc5TkQy1LmXa */
  id!: string;
  /** @example logo.png */
  name!: string;
  /**
   * Media type, found by looking at the bytes.
   * @example image/png
   */
  contentType!: string;
  /**
   * Where the bytes are; whoever has this address can read them.
   * @example https://docs.example.com/files/0VbbU3z1Hn6PwDs8RtKe/27a16b9d0f2ba59d2a3303e6ef99bc676b9bd43486ab8f9cbd522ecb6fe279b0/G3RTgIO-YEsKDnNNDCME5yP60Cze71B_/logo.png
   */
  downloadURL!: string;
  /**
   * Bytes.
   * @example 20480
   */
  size!: number;
  /** Only for pictures. */
  dimensions?: FileDimensions;
  git?: GitObjectView;
}
