import type { ContentRef } from './content-ref.js';
import type { TableData } from './table-model.js';

export type * from './table-model.js';

/** A document: a tree of blocks. `data` may carry keys of the author's own; they are kept as they are. */
export interface RichDocument {
  object: 'document';
  data: { schemaVersion?: number; [key: string]: unknown };
  nodes: Block[];
}

export type Marker = 'bold' | 'italic' | 'code' | 'keyboard' | 'strikethrough' | 'superscript' | 'subscript';
export type Mark =
  { object: 'mark'; type: Marker } | { object: 'mark'; type: 'color'; data: { text: string; background: string } };

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: readonly Mark[];
}

export interface Text {
  object: 'text';
  key?: string;
  leaves: Leaf[];
}

/** A named sub-document of a void block or of an annotation: a caption, a title, the text of a table cell. */
export interface Fragment<Name extends string = string> {
  object: 'fragment';
  key?: string;
  fragment?: string;
  type?: Name;
  nodes: Block[];
}

/** A number of pixels, or a value with its unit. */
export type Length = number | { unit: string; value: number };

interface VoidInline<Type extends string, Data> {
  object: 'inline';
  type: Type;
  key?: string;
  isVoid: true;
  data: Data;
}

export interface Link {
  object: 'inline';
  type: 'link';
  key?: string;
  isVoid: false;
  data: { ref: ContentRef };
  nodes: (Text | InlineImage)[];
}

export interface Annotation {
  object: 'inline';
  type: 'annotation';
  key?: string;
  isVoid: false;
  data: Record<string, never>;
  nodes: Text[];
  fragments: [Fragment<'annotation-body'>];
}

export type Emoji = VoidInline<'emoji', { code: string }>;
export type Icon = VoidInline<'icon', { icon: string; color?: string }>;
export type Expression = VoidInline<'expression', { expression: string }>;
export type InlineMath = VoidInline<'inline-math', { formula: string }>;
export type InlineImage = VoidInline<
  'inline-image',
  { ref: ContentRef; refDark?: ContentRef; caption?: string; alt?: string; size?: 'original' | 'line' }
>;
export type Mention = VoidInline<'mention', { ref: ContentRef }>;
export type ButtonAction = { action: 'search' | 'ask'; query?: string } | { action: 'select'; slug: string };
export type Button = VoidInline<
  'button',
  {
    label: string;
    kind: 'primary' | 'secondary';
    icon?: string;
    size?: 'small' | 'medium' | 'large';
    ref?: ContentRef;
    action?: ButtonAction;
  }
>;
export type Inline = Link | Annotation | Emoji | Icon | Expression | InlineMath | InlineImage | Mention | Button;
export type InlineNode = Inline | Text;

interface Node<Type extends string, Data, Child> {
  object: 'block';
  type: Type;
  key?: string;
  isVoid: false;
  data: Data;
  nodes: Child[];
}
interface VoidBlock<Type extends string, Data> {
  object: 'block';
  type: Type;
  key?: string;
  isVoid: true;
  data: Data;
  meta?: { id?: string };
}
type None = Record<string, never>;
type SideAlign = 'start' | 'center' | 'end';

export type Paragraph = Node<'paragraph', { align?: SideAlign }, InlineNode>;
export interface Heading extends Node<
  'heading-1' | 'heading-2' | 'heading-3',
  { id?: string; align?: SideAlign },
  InlineNode
> {
  /** `anchors`: the others that it is known by, where a reader is shown them. */
  meta?: { id?: string; anchors?: string[] };
}
export type ListItem = Node<'list-item', { checked?: boolean }, Block>;
export type OrderedList = Node<'list-ordered', { start?: number }, ListItem>;
export type UnorderedList = Node<'list-unordered', None, ListItem>;
export type TaskList = Node<'list-tasks', None, ListItem>;
export type List = OrderedList | UnorderedList | TaskList;
export type Divider = VoidBlock<'divider', None>;
export type Blockquote = Node<'blockquote', None, Block>;
export type Hint = Node<'hint', { style: 'info' | 'warning' | 'danger' | 'success'; icon?: string }, Block>;
export type Prompt = Node<
  'prompt',
  { description: string; icon?: string; openInAIProviders?: unknown; defaultExpanded?: 'hidden' | 'partial' | 'full' },
  Code
>;
export type If = Node<'if', { expression: string }, Block>;
export interface Image extends VoidBlock<
  'image',
  { ref: ContentRef; refDark?: ContentRef; width?: Length; height?: Length; alt?: string }
> {
  fragments: Fragment<'caption'>[];
}
export type Images = Node<
  'images',
  { align?: 'left' | 'center' | 'right'; fullWidth?: boolean; withFrame?: boolean },
  Image
>;
export type File = VoidBlock<'file', { ref: ContentRef }>;
export type Drawing = VoidBlock<'drawing', { ref?: ContentRef }>;
export type Embed = VoidBlock<'embed', { url: string; fullWidth?: boolean }>;
export type CodeLine = Node<'code-line', { highlighted?: boolean }, Text | Annotation | Expression>;
export type Code = Node<
  'code',
  {
    syntax?: string;
    title?: string;
    overflow?: 'scroll' | 'wrap';
    lineNumbers?: boolean;
    fullWidth?: boolean;
    expandable?: boolean;
    collapsedLineCount?: number;
  },
  CodeLine
>;
export type Math = VoidBlock<'math', { formula: string }>;
export interface Expandable extends VoidBlock<'expandable', { defaultExpanded?: boolean }> {
  fragments: [Fragment<'expandable-title'>, Fragment<'expandable-body'>];
}
export type TabsItem = Node<'tabs-item', { title?: string; icon?: string; slug?: string }, Block>;
export type Tabs = Node<'tabs', { fullWidth?: boolean }, TabsItem>;
export type Swagger = VoidBlock<
  'swagger',
  { ref: ContentRef; path: string; method: string; expanded?: boolean; fullWidth?: boolean }
>;
export type OpenApiOperation = VoidBlock<
  'openapi-operation',
  { ref: ContentRef; path: string; method: string; headless?: boolean }
>;
export type OpenApiSchemas = VoidBlock<
  'openapi-schemas',
  { ref: ContentRef; schemas: string[]; grouped?: boolean; title?: string }
>;
export type OpenApiWebhook = VoidBlock<
  'openapi-webhook',
  { ref: ContentRef; name: string; method: string; headless?: boolean }
>;
export type ContentRefBlock = VoidBlock<'content-ref', { ref: ContentRef }>;
export type IntegrationBlock = VoidBlock<
  'integration',
  {
    integration: string;
    block: string;
    props: Record<string, unknown>;
    action?: unknown;
    url?: string;
    fullWidth?: boolean;
  }
>;
export type ReusableContent = VoidBlock<'reusable-content', { ref: ContentRef }>;
export type StepperStep = Node<'stepper-step', { icon?: string }, Block>;
export type Stepper = Node<'stepper', None, StepperStep>;
export type Column = Node<'column', { width?: Length; verticalAlignment?: 'top' | 'middle' | 'bottom' }, Block>;
export type Columns = Node<'columns', { fullWidth?: boolean }, Column>;
export type Update = Node<'update', { date: string; tags?: ContentRef[] }, Block>;
export type Updates = Node<'updates', { format?: 'full' | 'short' | 'numeric' }, Update>;
export interface Table extends VoidBlock<'table', TableData> {
  fragments: Fragment[];
}

/** Blocks of a document or a container; other blocks occur only in their own parent. */
export type FlowBlock =
  | Paragraph
  | Heading
  | List
  | Divider
  | Blockquote
  | Hint
  | Prompt
  | If
  | Images
  | File
  | Drawing
  | Embed
  | Code
  | Math
  | Expandable
  | Tabs
  | Table
  | Swagger
  | OpenApiOperation
  | OpenApiSchemas
  | OpenApiWebhook
  | ContentRefBlock
  | IntegrationBlock
  | ReusableContent
  | Stepper
  | Columns
  | Updates;
export type PartBlock = ListItem | CodeLine | Image | TabsItem | StepperStep | Column | Update;
export type Block = FlowBlock | PartBlock;
export type BlockType = Block['type'];
export type InlineType = Inline['type'];

export const emptyDocument = (): RichDocument => ({ object: 'document', data: {}, nodes: [] });
export const isText = (node: InlineNode): node is Text => node.object === 'text';
export const isList = (block: Block): block is List =>
  block.type === 'list-unordered' || block.type === 'list-ordered' || block.type === 'list-tasks';
export const isHeading = (block: Block): block is Heading =>
  block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3';
