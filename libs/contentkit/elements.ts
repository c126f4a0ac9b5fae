/** A value that a client takes from its state when it is needed. */
export interface DynamicBinding {
  $state: string;
}

/** What a client does, or asks the script for, when something is pressed or changed; other members are the script's. */
export interface Action {
  action: string;
  [member: string]: unknown;
}

/** A question before an action. */
export interface Confirm {
  title: string;
  text: string;
  confirm: string;
  style?: 'primary' | 'danger';
}

/** An address whose query may follow the state. */
export interface BuiltUrl {
  /** With the port, where it has one. */
  host: string;
  pathname: string;
  query?: Record<string, string | DynamicBinding>;
}

/** The icons that clients have. */
export const ICONS = [
  'close',
  'edit',
  'github',
  'gitlab',
  'maximize',
  'email',
  'settings',
  'search',
  'delete',
  'star',
  'warning',
  'link',
  'link-external',
  'eye',
  'eye-off',
  'lock',
  'check',
  'check-circle',
] as const;
export type Icon = (typeof ICONS)[number];

export interface Button {
  type: 'button';
  style?: 'primary' | 'secondary' | 'danger';
  onPress: Action;
  icon?: Icon;
  trailingIcon?: Icon;
  label?: string;
  tooltip?: string;
  confirm?: Confirm;
  disabled?: boolean;
}

/** Inputs keep their value in the state, under the name `state`. */
export interface TextInput {
  type: 'textinput';
  disabled?: boolean;
  state: string;
  initialValue?: string;
  placeholder?: string;
  multiline?: boolean;
  inputType?: 'text' | 'password' | 'email';
}

export interface SelectOption {
  id: string;
  label: string;
  icon?: Icon | Image;
}

/** Options from elsewhere: of the organization, or those with which an address answers. */
export type SelectSource = { source: 'openapi' } | { url: string | BuiltUrl };

export interface Select {
  type: 'select';
  disabled?: boolean;
  state: string;
  initialValue?: string | string[];
  onValueChange?: Action;
  placeholder?: string;
  multiple?: boolean;
  acceptInput?: boolean;
  options: SelectOption[] | SelectSource;
}

export interface Switch {
  type: 'switch';
  disabled?: boolean;
  state: string;
  initialValue?: boolean;
  onValueChange?: Action;
  confirm?: Confirm;
}

export interface Radio {
  type: 'radio';
  disabled?: boolean;
  state: string;
  value: string | number;
  confirm?: Confirm;
}

/** The values of those that are checked are a list in the state. */
export interface Checkbox {
  type: 'checkbox';
  disabled?: boolean;
  state: string;
  value: string | number;
  confirm?: Confirm;
}

/** An input with its label. */
export interface Input {
  type: 'input';
  label: string;
  hint?: string | InlineElement[];
  element: TextInput | Select | Switch | Radio | Checkbox | Button | CodeBlock;
}

export interface HStack {
  type: 'hstack';
  align?: 'start' | 'center' | 'end';
  children: DescendantElement[];
}

export interface VStack {
  type: 'vstack';
  align?: 'start' | 'center' | 'end';
  children: DescendantElement[];
}

export interface Box {
  type: 'box';
  /** Its part of the space that is left. */
  grow?: number;
  children: DescendantElement[];
}

export interface Divider {
  type: 'divider';
  size?: 'small' | 'medium' | 'large';
}

export interface Card {
  type: 'card';
  title?: string;
  hint?: string | InlineElement[];
  icon?: Icon | Image;
  onPress?: Action;
  children?: DescendantElement[];
  buttons?: Button[];
}

/** A page in a frame. It is sent `data` whenever the state changes. */
export interface WebFrame {
  type: 'webframe';
  /** Width divided by height. */
  aspectRatio?: number;
  source: { url: string };
  buttons?: Button[];
  data?: Record<string, string | DynamicBinding>;
}

export interface CodeBlock {
  type: 'codeblock';
  content: string | DynamicBinding;
  syntax?: string;
  /** Whether lines are numbered, or the number of the first. */
  lineNumbers?: boolean | number;
  buttons?: Button[];
  /** Set where it is edited. */
  state?: string;
  onContentChange?: Action;
  header?: DescendantElement[];
  footer?: DescendantElement[];
}

export interface Markdown {
  type: 'markdown';
  content: string | DynamicBinding;
}

export interface Text {
  type: 'text';
  style?: 'bold' | 'italic' | 'code' | 'strikethrough';
  children: (string | InlineElement)[];
}

export interface Link {
  type: 'link';
  target: { url: string | BuiltUrl };
  children: string[];
}

export interface Image {
  type: 'image';
  source: { url: string };
  /** Width divided by height. */
  aspectRatio?: number;
}

export interface Hint {
  type: 'hint';
  children: InlineElement[];
}

export interface Step {
  type: 'step';
  id: string;
  title?: string;
  /** Whether the user may go on to the next one. */
  next?: boolean;
  children: DescendantElement[];
}

export interface Stepper {
  type: 'stepper';
  activeStep: string;
  onStepChange: Action;
  onComplete: Action;
  children: Step[];
}

/** An entry of the menu of a block. */
export interface BlockControl {
  icon?: Icon;
  label: string;
  onPress: Action;
  confirm?: Confirm;
}

/** A block of a document. */
export interface Block {
  type: 'block';
  children: DescendantElement[];
  controls?: (BlockControl | BlockControl[])[];
}

/** What an action opens over the rest. */
export interface Modal {
  type: 'modal';
  title?: string;
  subtitle?: InlineElement[];
  size?: 'medium' | 'xlarge' | 'fullscreen';
  /** Given to what opened it, when it is closed. */
  returnValue?: Record<string, unknown>;
  children: DescendantElement[];
  submit?: Button;
}

/** A configuration screen. */
export interface Configuration {
  type: 'configuration';
  children: (DescendantElement | Stepper)[];
}

export type InlineElement = Text | Image | Link;

export type InputElement = TextInput | Select | Switch | Radio | Checkbox | Button | CodeBlock;

export type DescendantElement =
  InputElement | InlineElement | Input | HStack | VStack | Box | Divider | Card | WebFrame | Markdown | Hint | Step;

export type RootElement = Block | Modal | Configuration;

export type Element = DescendantElement | RootElement | Stepper;

/** What is shown, with the state and the properties that the client sends the next time. */
export interface RenderedElement {
  type: 'element';
  state: Record<string, unknown>;
  props: Record<string, unknown>;
  element: RootElement;
}

/** The component has done what it was there for: nothing is shown any more. */
export interface RenderedCompletion {
  type: 'complete';
  returnValue?: Record<string, unknown>;
}

/** What a script answers when a component is rendered. */
export type RenderOutput = RenderedElement | RenderedCompletion;
