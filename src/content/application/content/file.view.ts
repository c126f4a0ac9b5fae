/** What Git knows of a page or file. */
export class GitObjectView {
  /** Git's name of the bytes. */
  oid!: string;
  /** Path in the repository. */
  path!: string;
}

export class FileDimensions {
  /** Pixels. */
  width!: number;
  height!: number;
}

/** A file of a revision. */
export class FileView {
  object!: 'file';
  id!: string;
  name!: string;
  /** Media type, found by looking at the bytes. */
  contentType!: string;
  /** Where the bytes are; whoever has this address can read them. */
  downloadURL!: string;
  /** Bytes. */
  size!: number;
  /** Only for pictures. */
  dimensions?: FileDimensions;
  git?: GitObjectView;
}
