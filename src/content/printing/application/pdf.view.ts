/** Where a PDF is. */
export class PdfView {
  /**
   * An address that needs no token and works for an hour.
   * @example https://quire.example.com/pdfs/0VbbTz4Jc1XoGf7RsHqE/5f0c2b/1800000000/3vN8c2h7Qk0aLr5TzXw9/Handbook.pdf
   */
  url!: string;
}
