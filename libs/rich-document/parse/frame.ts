import type { Block, InlineNode } from '../model.js';
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

/** A parameter of an operation of an API, as a row of a table. */
export interface OperationParameter {
  name: string;
  type: string;
  blocks: Block[];
}

/** What the tags inside a description of an operation say, in the order of the source. */
export interface Operation {
  summary: InlineNode[];
  description: Block[];
  /** By where they are given. */
  parameters: Map<string, OperationParameter[]>;
  responses: { title: string; blocks: Block[] }[];
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
  /** The parts of an operation of an API that are closed. */
  operation: Operation | undefined;
  /** The tag as written, and its line, from 0. */
  raw: string;
  line: number | undefined;
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
  operation: undefined,
  line: undefined,
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
  /** The nodes of a line of Markdown. */
  inlineNodes(content: string): InlineNode[];
  push(next: Frame): boolean;
  pop(explicit?: boolean): void;
}
