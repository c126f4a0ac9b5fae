/** A file of a tree, and a line in it. */
export class SourcePlaceView {
  /** @example guides/first-steps.md */
  path!: string;
  /**
   * Counted from 1; absent where it is not known.
   * @example 12
   */
  line?: number;
}

/** Something in a tree that could not be taken as it is. */
export class UnresolvedView {
  /**
   * The file it was found in, or is about.
   * @example guides/first-steps.md
   */
  path!: string;
  /**
   * What kind of thing it is, for programs.
   * @example missing-target
   */
  code!: string;
  /**
   * The same in words.
   * @example "The link setup.md leads to nothing."
   */
  message!: string;
  /**
   * The line of the file, from 1, where it is first.
   * @example 12
   */
  line?: number;
  /**
   * How often it is there, in all files; given for what is listed once for each kind.
   * @example 3
   */
  count?: number;
  /** Where it is: the first place in each file, of the first 20 files. */
  places?: SourcePlaceView[];
}

/** What an import did. */
export class ImportView {
  /**
   * The revision that holds the content now; the current one where nothing differed.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /**
   * Pages, files and reusable contents that were taken.
   * @example 42
   */
  importedResources!: number;
  /**
   * Pages, files and reusable contents that were found.
   * @example 42
   */
  totalResources!: number;
  /** What was not understood; the first 1,000. */
  unresolved!: UnresolvedView[];
}
