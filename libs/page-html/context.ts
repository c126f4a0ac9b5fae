import type {
  ButtonAction,
  ContentRef,
  IntegrationBlock,
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  RichDocument,
  Swagger,
} from '#rich-document';

/** What a reference leads to. */
export interface Target {
  /** Becomes a link if its scheme is http, https, mailto or tel, or it is relative; is a text otherwise. */
  href: string;
  title: string;
  kind: ContentRef['kind'];
  /** As characters, code points or a short name. */
  emoji?: string;
  description?: string;
}

/** A picture; with its size in pixels, if known, the page does not shift when it arrives. */
export interface Picture {
  src: string;
  width?: number;
  height?: number;
}

/** The pictures of a diagram, one for each theme, with their size in pixels. */
export interface DiagramPictures {
  light: string;
  dark: string;
  width: number;
  height: number;
}

/** `size` in bytes. */
export interface FileTarget {
  href: string;
  name: string;
  size?: number;
  mediaType?: string;
}

export interface EmbedTarget {
  href: string;
  title?: string | undefined;
  provider?: string | undefined;
  /** The address of a page that a click shows in a frame; without it, and without script, there is a link. */
  frame?: string | undefined;
}

/** An icon as the data of one SVG path. */
export interface IconShape {
  viewBox: string;
  path: string;
}

export interface Person {
  name: string;
  href?: string;
}

export interface TagTarget {
  label: string;
  color?: string;
  emoji?: string;
  icon?: string;
  href?: string;
}

/** Blocks that show what lies outside the document. */
export type OutsideBlock = Swagger | OpenApiOperation | OpenApiSchemas | OpenApiWebhook | IntegrationBlock;

/** The texts of the interface, in the language of the page. */
export interface PageWords {
  copy: string;
  showAll: string;
  /** The name of the link beside a heading. */
  anchor: string;
  /** The name of a task's checkbox. */
  done: string;
  /** What a checkbox in a table is called whose column has no title. */
  checkbox: string;
  /** Names of tables and of groups of tabs; a number follows. */
  table: string;
  tabs: string;
  /** The title of a tab that has none; a number follows. */
  tab: string;
  hint: Record<'info' | 'warning' | 'danger' | 'success', string>;
  /** The name of an annotation's mark without words. */
  note: string;
  /** Follows the name of a file that is missing, or a page. */
  missing: string;
  /** What follows the last block of a document that is too large. */
  cut: string;
}

/** What a document is drawn with. Everything is looked up at once: what takes time is fetched before. */
export interface PageContext {
  /** BCP 47, for numbers and dates. */
  locale: string;
  words: PageWords;
  /** Undefined for a reference that leads nowhere: it is drawn as text. */
  target(ref: ContentRef): Target | undefined;
  picture(ref: ContentRef): Picture | undefined;
  file(ref: ContentRef): FileTarget | undefined;
  content(ref: ContentRef): RichDocument | undefined;
  embed(url: string): EmbedTarget | undefined;
  icon(name: string): IconShape | undefined;
  user(id: string): Person | undefined;
  tag(ref: ContentRef): TagTarget | undefined;
  /** Where a button leads that searches or asks. */
  action(action: Extract<ButtonAction, { action: 'search' | 'ask' }>): string | undefined;
  /** Draws a block as HTML, which is put in as it is; undefined for the library's own form. */
  block?(block: OutsideBlock): string | undefined;
  /** The pictures of a diagram that a block of code describes; undefined where it is shown as code. */
  diagram?(source: string): DiagramPictures | undefined;
  /** Whether links to other hosts open tabs of their own. The page has an element that says so, with the id `NEW_TAB`. */
  newTabs?: boolean;
  /** About how many bytes of HTML are drawn of a document, `MAX_BYTES` unless given. */
  maxBytes?: number;
}

export const MAX_BYTES = 4_000_000;
