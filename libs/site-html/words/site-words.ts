import type { PageWords } from '#page-html';

/** The texts of a site's interface in one language. `{name}` in a text is replaced, see `filled`. */
export interface SiteWords {
  /** What the drawing of documents says. */
  page: PageWords;
  /** The first link of every page, for the keyboard. */
  skip: string;
  /** The button that opens the tree of pages on a phone. */
  menu: string;
  close: string;
  /** Names of landmarks, for screen readers. */
  landmarks: {
    /** The links of the header. */
    header: string;
    sections: string;
    tree: string;
    breadcrumbs: string;
    pagination: string;
    footer: string;
    announcement: string;
  };
  /** The list of all pages, for links to it. */
  allPages: string;
  /** The heading of a page's outline. */
  onThisPage: string;
  /** The name of the page that a site begins with, for links whose site has no title. */
  home: string;
  theme: { name: string; light: string; dark: string; system: string };
  language: string;
  version: string;
  search: {
    /** The label and the placeholder of the field. */
    name: string;
    /** The placeholder where questions are answered as well. */
    ask: string;
    submit: string;
    /** The title of the page that searches before anything is looked for. */
    title: string;
    /** The title of its results; `{query}`. */
    results: string;
    /** No result; `{query}`. */
    nothing: string;
    /** What is shown before anything is looked for. */
    hint: string;
    more: string;
    answer: string;
    sources: string;
    /** The button that has a question answered; `{query}`. */
    askFor: string;
    /** While the answer is written. */
    asking: string;
    /** What to think of an answer. */
    caution: string;
    /** No page says anything about the question. */
    unanswered: string;
    failed: string;
    /** While results are fetched. */
    loading: string;
    /** What keys do in the dialog: choose, open, close. */
    keys: { choose: string; open: string; close: string };
  };
  previous: string;
  next: string;
  /** `{date}`. */
  updated: string;
  edit: string;
  signOut: string;
  /** `{title}` is what is previewed. */
  preview: string;
  privacy: string;
  /** What a site was published with; `{name}`. */
  trademark: string;
  tags: string;
  actions: {
    /** The name of the menu. */
    name: string;
    copy: string;
    /** After the page was copied. */
    copied: string;
    markdown: string;
    /** Leads to the assistant of the site. */
    ask: string;
    /** `{name}` is an assistant. */
    assistant: string;
    mcp: string;
    edit: string;
    pdf: string;
  };
  /** The page that tells how assistants are connected to the site. */
  connecting: {
    /** Before the address of the site's endpoint. */
    address: string;
    /** Before what others write into their settings. */
    settings: string;
  };
  feedback: {
    question: string;
    bad: string;
    ok: string;
    good: string;
    thanks: string;
    /** After it could not be sent. */
    failed: string;
  };
  /** Follows the words of a link that opens a tab of its own, for screen readers. */
  newTab: string;
  fault: {
    /** Titles of pages instead of what is not there, must be signed in for, or went wrong. */
    missing: string;
    forbidden: string;
    wrong: string;
    /** The link to the start of the site. */
    home: string;
  };
  table: {
    /** The label of the field above a table. */
    search: string;
    nothing: string;
  };
  /** Blocks of integrations: one that can't be shown, the link to one that is late, and buttons in them. */
  block: {
    unavailable: string;
    show: string;
    apply: string;
    close: string;
  };
  /** What loads a thing of another host in the page; `{provider}`. */
  embed: { load: string };
}

/** A text with its `{name}`s replaced. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
