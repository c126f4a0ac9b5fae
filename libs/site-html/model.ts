/** How icons are drawn, as a site chooses it. */
export type IconStyle = 'regular' | 'solid' | 'duotone' | 'light' | 'thin';

/** A link of a page's frame. Addresses are checked when they are drawn: one that is not safe becomes a text. */
export interface FrameLink {
  title: string;
  href: string;
  /** Whether it leads to where the reader is. */
  current?: boolean | undefined;
  /** Whether it leads away from the site and opens in a tab of its own. */
  blank?: boolean | undefined;
}

/** A menu of links, or a link; `href` is left out where the title leads nowhere itself. */
export interface FrameMenu {
  title: string;
  href?: string | undefined;
  blank?: boolean | undefined;
  style?: 'link' | 'button-primary' | 'button-secondary' | undefined;
  links: readonly FrameLink[];
}

/** A section of a site or a group of them, as a tab of the header. */
export interface SectionEntry {
  title: string;
  href?: string | undefined;
  description?: string | undefined;
  /** The name of an icon. */
  icon?: string | undefined;
  /** Whether the reader is in it, or in one of its children. */
  current?: boolean | undefined;
  blank?: boolean | undefined;
  children: readonly SectionEntry[];
}

/** An entry of the tree of pages. Children are there only where it is open. */
export interface TreeEntry {
  kind: 'page' | 'group' | 'link';
  title: string;
  href?: string | undefined;
  emoji?: string | undefined;
  icon?: string | undefined;
  current?: boolean | undefined;
  blank?: boolean | undefined;
  /** Whether it has children, shown or not. */
  parent: boolean;
  /** Whether the page on display is below it. */
  open?: boolean | undefined;
  children: readonly TreeEntry[];
}

export type ThemeMode = 'light' | 'dark' | 'system';

export interface ThemedPicture {
  light: string;
  dark: string;
}

/** A message on every page. */
export interface FrameAnnouncement {
  message: string;
  style: 'info' | 'warning' | 'danger' | 'success';
  link?: FrameLink | undefined;
}

/** Files that a page loads, all from the server itself. */
export interface FrameFiles {
  /** Where files are that are the same for all sites, ending with `/`. */
  shared: string;
  /** The style sheet of what every page of the site needs, in its look. */
  style: string;
  /** The style sheet of what is shown of specifications. */
  api?: string | undefined;
  /** The style sheet of what integrations show. */
  kit?: string | undefined;
  /** The script that all pages load. */
  script: string;
  /** The texts that scripts show, which are fetched when the first of them is needed. */
  words?: string | undefined;
  icon: string;
  /** The icon of the dark mode, where it is another one. */
  darkIcon?: string | undefined;
}

/** The page that searches, and what readers may ask there. */
export interface FrameSearch {
  href: string;
  style: 'prominent' | 'subtle';
  /** Whether questions are answered. */
  ask: boolean;
  /** How it begins before anything is asked, and questions that suggest themselves. */
  greeting?: string | undefined;
  suggestions?: readonly string[] | undefined;
}

/** What all pages of a site share. */
export interface SiteFrame {
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  /** The start of the site, ending with `/`. */
  root: string;
  /** What its name at the top leads to, where that is not its start. */
  home?: string | undefined;
  /** The path of the page on display, to which a form leads back. */
  here: string;
  logo?: ThemedPicture | undefined;
  /** An emoji, where the site has no logo. */
  emoji?: string | undefined;
  /** `chosen` is what the reader chose, where they may. */
  theme: { byDefault: ThemeMode; toggleable: boolean; chosen?: ThemeMode | undefined };
  /** How icons are drawn. */
  icons: IconStyle;
  /** What browsers color their own bars with. */
  topColors: { light: string; dark: string };
  /** Whether links to other hosts open tabs of their own, in documents as well. */
  newTabs?: boolean | undefined;
  files: FrameFiles;
  header: readonly FrameMenu[];
  sections: readonly SectionEntry[];
  /** Site spaces that are variants of what is read: versions or languages; none where there is only one. */
  variants: readonly FrameLink[];
  /** What the chooser of variants is: they differ by language, or otherwise. */
  variantKind: 'language' | 'version';
  announcement?: FrameAnnouncement | undefined;
  footer: {
    logo?: ThemedPicture | undefined;
    groups: readonly { title: string; links: readonly FrameLink[] }[];
    copyright?: string | undefined;
    privacy?: string | undefined;
    social: readonly { platform: string; href: string; header: boolean }[];
    trademark: boolean;
  };
  /** The page that searches; its dialog asks the same address for a list. Left out for pages of no site. */
  search?: FrameSearch | undefined;
  /** Where a form sends the theme that was chosen. */
  themeAction: string;
  /** Where a visitor who signed in signs out. */
  signOut?: string | undefined;
  /** What is previewed, with where it leads. */
  preview?: { title: string; href?: string } | undefined;
}

/** What search engines, social networks and feed readers are given of a page. */
export interface PageMetadata {
  title: string;
  description?: string | undefined;
  canonical: string;
  /** Addresses of the same page in other languages, by language. */
  alternates: readonly { language: string; href: string }[];
  picture?: string | undefined;
  /** Whether search engines are asked not to list it. */
  hidden: boolean;
  feed?: string | undefined;
  /** ISO 8601. */
  updatedAt?: string | undefined;
}

export interface PageTag {
  label: string;
  color?: string | undefined;
  emoji?: string | undefined;
  icon?: string | undefined;
}

/** A page of documentation in its frame. */
export interface DocumentPage {
  kind: 'document';
  title: string;
  description?: string | undefined;
  emoji?: string | undefined;
  icon?: string | undefined;
  cover?: { light: string; dark?: string | undefined; full: boolean } | undefined;
  /** From the outermost to the parent. */
  breadcrumbs: readonly FrameLink[];
  tree: readonly TreeEntry[];
  /** The list of all pages, where the tree does not show them. */
  allPages?: string | undefined;
  outline: readonly { id: string; text: string; level: 1 | 2 | 3 }[];
  /** The content as `drawDocument` wrote it. */
  body: string;
  previous?: FrameLink | undefined;
  next?: FrameLink | undefined;
  /** ISO 8601. */
  updatedAt?: string | undefined;
  /** Where it can be edited in its repository. */
  edit?: string | undefined;
  tags: readonly PageTag[];
  /** What is shown; each is so unless the page says otherwise. */
  layout: {
    title: boolean;
    description: boolean;
    tree: boolean;
    outline: boolean;
    pagination: boolean;
    metadata: boolean;
    wide: boolean;
  };
  /** In the order in which they are offered. */
  actions: readonly PageActionLink[];
  /** Where a form sends what the reader thinks of the page; `given` after it was sent. */
  feedback?: { action: string; page: string; given?: 'bad' | 'ok' | 'good' } | undefined;
}

/** Something to do with a page. `copy` copies what its address answers, `pdf` is a form; the others are links. */
export interface PageActionLink {
  /** `ask` leads to the site's own assistant, `assistant` to one elsewhere. */
  kind: 'copy' | 'markdown' | 'ask' | 'assistant' | 'mcp' | 'edit' | 'pdf';
  /** The name of the assistant. */
  name?: string | undefined;
  href: string;
  /** The id of the page, which the form sends. */
  page?: string | undefined;
}

export interface SearchHit {
  title: string;
  href: string;
  /** Titles above it, and of its section. */
  path: readonly string[];
  /** Parts of its text; `marked` are those that were looked for. */
  text: readonly { text: string; marked: boolean }[];
}

/** An answer as HTML, with the pages it rests on. */
export interface SiteAnswer {
  body: string;
  sources: readonly FrameLink[];
}

/** The page that searches without script. */
export interface SearchPage {
  kind: 'search';
  query: string;
  hits: readonly SearchHit[];
  next?: string | undefined;
  /** The answer of a language model, after a reader asked for it; or why there is none. */
  answer?: SiteAnswer | 'nothing' | 'failed' | undefined;
}

/** A part of the list of all pages. */
export interface PagesPage {
  kind: 'pages';
  /** Pages below one, which is the last of `path`; the path of the top level is empty. */
  groups: readonly { path: readonly FrameLink[]; links: readonly FrameLink[] }[];
  /** The parts before and after it. */
  previous?: string | undefined;
  next?: string | undefined;
}

/** How assistants are connected to the site. */
export interface ConnectPage {
  kind: 'connect';
  /** The URL of its endpoint. */
  address: string;
  /** What the site is called there: letters, digits and hyphens. */
  name: string;
}

/** A page instead of what is not there or went wrong. */
export interface FaultPage {
  kind: 'fault';
  status: number;
  message: string;
}

export interface SitePage {
  frame: SiteFrame;
  metadata: PageMetadata;
  content: DocumentPage | SearchPage | PagesPage | ConnectPage | FaultPage;
}
