/** Something in a tree that could not be taken as it stands. */
export class UnresolvedView {
  /** The file it was found in, or is about. */
  path!: string;
  /** What kind of thing it is, for programs. */
  code!: string;
  /** The same in words. */
  message!: string;
}

/** What an import did. */
export class ImportView {
  /** The revision that holds the content now; the current one where nothing differed. */
  revision!: string;
  /** Pages, files and reusable contents that were taken. */
  importedResources!: number;
  /** Pages, files and reusable contents that were found. */
  totalResources!: number;
  /** What was not understood; the first 1,000. */
  unresolved!: UnresolvedView[];
}
