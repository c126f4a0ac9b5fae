import type { Block } from '../model.js';
import type { Attributes } from './html/html.js';
import type { InlineContext } from './html/inline-html.js';
import type { InlineRun } from './inline-run.js';

/** A cell or row as the source has it, before the column types are known. */
export interface SourceCell {
  header: boolean;
  attributes: Attributes;
  blocks: Block[];
  options: Attributes[];
  selected: string[];
  users: string[];
}
export interface SourceRow {
  head: boolean;
  id?: string;
  cells: SourceCell[];
}

/** An element, tag or Markdown container that is open while the page is read. */
export interface Frame {
  kind: 'root' | 'markdown' | 'html' | 'tag';
  name: string;
  attributes: Attributes;
  blocks: Block[];
  /** Loose inline content that is not yet a paragraph. */
  run: InlineRun | undefined;
  rows: SourceRow[];
  cells: SourceCell[];
  options: Attributes[];
  selected: string[];
  users: string[];
  /** A figure's image, a list's or details' parts. */
  image: Attributes | undefined;
  dark: string | undefined;
  parts: Block[][];
  /** A list item's check mark, and those of a list's items. */
  task: boolean | undefined;
  tasks: (boolean | undefined)[];
  /** The tag as written. */
  raw: string;
}

export const frame = (kind: Frame['kind'], name: string, attributes: Attributes = {}, raw = ''): Frame => ({
  kind,
  name,
  attributes,
  raw,
  blocks: [],
  run: undefined,
  rows: [],
  cells: [],
  options: [],
  selected: [],
  users: [],
  image: undefined,
  dark: undefined,
  parts: [],
  task: undefined,
  tasks: [],
});

/** The open frames of the page that is being read. */
export interface FrameStack {
  readonly frames: readonly Frame[];
  readonly top: Frame;
  readonly context: InlineContext;
  /** The loose inline content of the top frame. */
  run(): InlineRun;
  flush(into: Frame): void;
  add(block: Block): void;
  push(next: Frame): boolean;
  pop(explicit?: boolean): void;
}
