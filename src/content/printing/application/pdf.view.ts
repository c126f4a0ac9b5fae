/** Characters of one script that a PDF does not show, as there is no font for them. */
export class UnprintedCharactersView {
  /**
   * The name of the script in Unicode; `Other` for signs, and for scripts that are rarely written.
   * @example Thai
   */
  script!: string;
  /**
   * Each once; the first 200.
   * @example กขค
   */
  characters!: string;
}

/** Where a PDF is. */
export class PdfView {
  /**
   * An address that needs no token and works for an hour.
   * @example https://quire.example.com/pdfs/0VbbTz4Jc1XoGf7RsHqE/5f0c2b/1800000000/3vN8c2h7Qk0aLr5TzXw9/Handbook.pdf
   */
  url!: string;
  /** What of the text it can't show, by script; absent where it shows everything. An extension of Quire. */
  unprinted?: UnprintedCharactersView[];
}
