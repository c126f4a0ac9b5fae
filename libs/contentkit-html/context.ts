import type { Action } from '#contentkit';
import type { IconShape, PageContext } from '#page-html';

/** The texts of the interface, in the language of the page. */
export interface BlockWords {
  /** In the place of a block that can't be shown. */
  unavailable: string;
  /** The link to a block that was not there in time. */
  show: string;
  /** The button that sends a choice on which something depends. */
  apply: string;
  /** The button that closes what a block opened. */
  close: string;
}

/** An input as a form sends it. */
export interface BlockInput {
  /** The name of its value in the state. */
  state: string;
  /** `one` is a choice of one of the values, `many` of any number of them, `check` is a checkbox with one value. */
  kind: 'text' | 'switch' | 'one' | 'many' | 'check';
  /** What may be chosen; any text where left out. */
  values?: readonly (string | number)[];
}

/** What a reader can do with a block as it is shown: fields and buttons of its form are named by their places in these. */
export interface BlockControls {
  actions: readonly Action[];
  inputs: readonly BlockInput[];
}

/** Where what is done goes. */
export interface BlockForm {
  action: string;
  /** Hidden fields, with which the controls are known again; undefined where they are too much to be sent. */
  fields(controls: BlockControls): Readonly<Record<string, string>> | undefined;
}

/** What a block is drawn with. */
export interface BlockContext {
  /** The id of the block in its page; ids within begin with it. */
  id: string;
  /** What it is called, for screen readers. */
  title: string;
  words: BlockWords;
  /** What its Markdown is drawn with, and the addresses of its pictures. */
  page: PageContext;
  /** The shape of an icon by its name among those of Font Awesome. */
  icon(name: string): IconShape | undefined;
  /** The address of a page that shows another one in a sandbox and sends it the data; undefined for one that can't be shown. */
  frame(url: string, data: Readonly<Record<string, string>>): string | undefined;
  /** Left out where a block is only looked at: buttons and inputs are disabled. */
  form?: BlockForm | undefined;
}

/** The fields of the form of a block. */
export const BLOCK_FIELDS = {
  /** The place of the action that was chosen; absent where none was. */
  press: 'press',
  /** Closes what the block opened. */
  close: 'close',
  /** Followed by the place of an input, and for one of several values by a point and its place. */
  input: 'input.',
} as const;

/** Characters of HTML that one block may become. */
export const MOST_HTML = 400_000;
/** Characters of Markdown and of code of one block that are more than text. */
export const MOST_FORMATTED = 60_000;
