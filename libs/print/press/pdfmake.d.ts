/**
 * The parts of pdfmake and of PDFKit below it that the press is made of. They are no published interface: the version is
 * exact in package.json, and test/domain/print says what they must do.
 */
declare module 'pdfmake/js/LayoutBuilder.js' {
  class LayoutBuilder {
    constructor(pageSize: object, pageMargins: object, svgMeasure: object);
    registerTableLayouts(layouts: object): void;
    layoutDocument(
      content: object,
      document: object,
      styles: object,
      defaultStyle: object,
      background?: unknown,
      header?: unknown,
      footer?: unknown,
    ): object[];
  }
  const module: { default: typeof LayoutBuilder };
  export default module;
}

declare module 'pdfmake/js/Renderer.js' {
  class Renderer {
    constructor(document: object);
    renderPages(pages: object[]): void;
    renderLine(line: object, x: number, y: number): void;
    renderSVG(svg: object): void;
  }
  const module: { default: typeof Renderer };
  export default module;
}

declare module 'pdfmake/js/SVGMeasure.js' {
  class SVGMeasure {
    measureSVG(svg: string): { width?: number | string; height?: number | string };
  }
  const module: { default: typeof SVGMeasure };
  export default module;
}

declare module 'pdfmake/js/tableLayouts.js' {
  const module: { tableLayouts: object };
  export default module;
}

declare module 'pdfmake/js/PDFDocument.js' {
  import type { Readable } from 'node:stream';

  interface EmbeddedFont {
    font: { hasGlyphForCodePoint(code: number): boolean };
    layoutCache: unknown;
    widthOfString(text: string, size: number): number;
  }
  interface OutlineItem {
    outlineData: Record<string, unknown>;
    addItem(title: string, options?: { expanded?: boolean }): OutlineItem;
  }
  interface Page {
    dictionary: object;
    height: number;
  }
  class PDFDocument extends Readable {
    constructor(
      fonts: object,
      images: Record<string, unknown>,
      patterns: object,
      attachments: object,
      options: object,
      virtualfs: null,
      localAccessPolicy: (path: string) => boolean,
    );
    images: Record<string, unknown>;
    page: Page;
    outline: OutlineItem;
    fontCache: Record<string, Record<string, EmbeddedFont>>;
    _pdfMakePages: unknown;
    _root: {
      data: Record<string, unknown> & {
        Pages: { data: { Kids: object[] } };
        Names: { data: { Dests: { add(name: string, destination: object): void } } };
      };
    };
    provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont;
    provideImage(source: string): { width: number; height: number };
    openImage(source: unknown): unknown;
    ref(data: object): { data: object; end(): void };
    addNamedDestination(name: string, ...position: unknown[]): void;
    save(): void;
    restore(): void;
    end(): void;
  }
  const module: { default: typeof PDFDocument };
  export default module;
}
