import type {
  Background,
  Corners,
  Depth,
  Font,
  FontFormat,
  IconStyle,
  LinkStyle,
  MonospaceFont,
  SearchStyle,
  SidebarBackground,
  SidebarList,
  Theme,
} from '../domain/values.js';

export { FONTS, MONOSPACE_FONTS } from '../domain/values.js';

/** A color for each mode, as `#` and 3 or 6 hexadecimal digits. */
export class ThemedColorView {
  /** @example #2d6a4f */
  light!: string;
  /** @example #74c69d */
  dark!: string;
}

/** A picture for each mode: addresses of at most 2,048 characters. */
export class ThemedPictureView {
  /** @example https://example.com/logo.svg */
  light!: string;
  /** @example https://example.com/logo-dark.svg */
  dark!: string;
}

/** How code is colored in each mode: names of themes of the highlighter. */
export class ThemedCodeThemeView {
  /** @example github-light */
  light!: string;
  /** @example github-dark */
  dark!: string;
}

/** How code is colored. */
export class CodeThemeView {
  /** In pages. */
  default!: ThemedCodeThemeView;
  /** In what is made of OpenAPI specifications. */
  openapi!: ThemedCodeThemeView;
}

/** A file of a font. */
export class FontSourceView {
  /**
   * Its address, or a path on the host of the site.
   * @example https://example.com/fonts/own-400.woff2
   */
  url!: string;
  /** @example woff2 */
  format?: FontFormat;
}

/** A font in one weight. */
export class FontFaceView {
  /**
   * 1 to 1,000; 400 is regular.
   * @example 400
   */
  weight!: number;
  /** 1 to 10 files. */
  sources!: FontSourceView[];
}

/** A font that is brought along. */
export class FontDefinitionView {
  /** @example own-font */
  id!: string;
  /** Whether it is one's own. */
  custom!: boolean;
  /**
   * Its name, of 1 to 50 characters.
   * @example "Own Font"
   */
  fontFamily!: string;
  /** 1 to 50 weights. */
  fontFaces!: FontFaceView[];
}

/** A color that goes over bars and backgrounds. */
export class TintView {
  color!: ThemedColorView;
}

export class SidebarView {
  /** @example default */
  background!: SidebarBackground;
  /** @example pill */
  list!: SidebarList;
}

/** How a site looks. */
export class StylingView {
  /** @example clean */
  theme!: Theme;
  /** Of links and buttons. */
  primaryColor!: ThemedColorView;
  tint?: TintView;
  /** Of what informs. */
  infoColor!: ThemedColorView;
  /** Of what went well. */
  successColor!: ThemedColorView;
  /** Of what calls for care. */
  warningColor!: ThemedColorView;
  /** Of what is dangerous. */
  dangerColor!: ThemedColorView;
  /** @example rounded */
  corners!: Corners;
  /** @example subtle */
  depth!: Depth;
  /** @example default */
  links!: LinkStyle;
  /**
   * A font by its name, or one that is brought along.
   * @example Inter
   */
  font!: Font | FontDefinitionView;
  /**
   * Of headings; that of all other text where left out.
   * @example Lato
   */
  headingFont?: Font | FontDefinitionView;
  /**
   * Of code.
   * @example IBMPlexMono
   */
  monospaceFont!: MonospaceFont | FontDefinitionView;
  /**
   * Set a tint instead.
   * @deprecated
   * @example plain
   */
  background!: Background;
  /** @example regular */
  icons!: IconStyle;
  codeTheme!: CodeThemeView;
  sidebar!: SidebarView;
  /** @example prominent */
  search!: SearchStyle;
}
