import { action, blockControls, BUTTON, confirm, icon, label } from './actions.js';
import { anyAddress, webAddress } from './addresses.js';
import { binding, stateName } from './bindings.js';
import type * as kit from './elements.js';
import { LIMITS } from './limits.js';
import {
  amount,
  flag,
  InvalidOutput,
  isNothing,
  list,
  object,
  oneOf,
  optional,
  positive,
  record,
  shape,
  shown,
  text,
  textOr,
  type Members,
  type Place,
  type Reader,
} from './reading.js';

type OfType<T extends kit.Element['type']> = Extract<kit.Element, { type: T }>;

/** The members of each type of element, besides `type`. */
type Table<T extends kit.Element['type']> = { [K in T]: Members<OfType<K>, 'type'> };

/** An element of one of these types. The tables mention one another, so they are read when they are needed. */
function elementOf<T extends kit.Element['type']>(table: () => Table<T>, what: string): Reader<OfType<T>> {
  return (value, place) => {
    const { type } = object(value, place) as { type?: unknown };
    const types: Record<string, unknown> = table();
    if (typeof type !== 'string' || !Object.hasOwn(types, type))
      throw place.refuse(
        `must be ${what}: it has the type ${shown(type)}, not one of ${Object.keys(types).join(', ')}`,
      );
    countElement(place);
    // The compiler compares the members of each type with its readers, where the tables are.
    const members = shape(types[type] as Members<Record<string, unknown>>)(value, place);
    return { type, ...members } as OfType<T>;
  };
}

function countElement({ count }: Place): void {
  count.elements += 1;
  if (count.elements > LIMITS.elements) throw new InvalidOutput(`The answer has more than ${LIMITS.elements} elements`);
}

/** All text that an answer shows counts against its bytes, so content has no limit of its own. */
const content: Reader<string | kit.DynamicBinding> = (value, place) =>
  isNothing(value) ? '' : textOr(LIMITS.bytes, binding)(value, place);

const source: Reader<{ url: string }> = shape<{ url: string }>({ url: webAddress });
const align = optional(oneOf('start', 'center', 'end'));
const value: Reader<string | number> = (sent, place) => (typeof sent === 'number' ? sent : label(sent, place));

const IMAGE: Members<kit.Image, 'type'> = { source, aspectRatio: optional(positive) };

const INLINE: Table<'text' | 'image' | 'link'> = {
  text: {
    style: optional(oneOf('bold', 'italic', 'code', 'strikethrough')),
    children: list(textOr(LIMITS.text, inline)),
  },
  image: IMAGE,
  link: { target: shape<{ url: string | kit.BuiltUrl }>({ url: anyAddress }), children: list(text(LIMITS.text)) },
};

function inline(sent: unknown, place: Place): kit.InlineElement {
  return elementOf(() => INLINE, 'an inline element')(sent, place);
}

const image = elementOf(() => ({ image: IMAGE }), 'an image');
const iconOrImage = optional<kit.Icon | kit.Image>((sent, place) =>
  typeof sent === 'string' ? icon(sent, place) : image(sent, place),
);
const button = elementOf(() => ({ button: BUTTON }), 'a button');
const buttons = optional(list(button));
const hint = optional(textOr(LIMITS.text, list(inline)));

const options: Reader<kit.Select['options']> = (sent, place) => {
  if (Array.isArray(sent) || isNothing(sent))
    return list(shape<kit.SelectOption>({ id: label, label, icon: iconOrImage }))(sent, place);
  return object(sent, place)['source'] === undefined
    ? shape<{ url: string | kit.BuiltUrl }>({ url: anyAddress })(sent, place)
    : shape<{ source: 'openapi' }>({ source: oneOf('openapi') })(sent, place);
};

const INPUTS: Table<kit.InputElement['type']> = {
  textinput: {
    disabled: flag,
    state: stateName,
    initialValue: optional(text(LIMITS.bytes)),
    placeholder: optional(label),
    multiline: flag,
    inputType: optional(oneOf('text', 'password', 'email')),
  },
  select: {
    disabled: flag,
    state: stateName,
    initialValue: optional((sent, place) => (Array.isArray(sent) ? list(label)(sent, place) : label(sent, place))),
    onValueChange: optional(action),
    placeholder: optional(label),
    multiple: flag,
    acceptInput: flag,
    options,
  },
  switch: { disabled: flag, state: stateName, initialValue: flag, onValueChange: optional(action), confirm },
  radio: { disabled: flag, state: stateName, value, confirm },
  checkbox: { disabled: flag, state: stateName, value, confirm },
  button: BUTTON,
  codeblock: {
    content,
    syntax: optional(label),
    lineNumbers: (sent, place) => (typeof sent === 'number' ? sent : flag(sent, place)),
    buttons,
    state: optional(stateName),
    onContentChange: optional(action),
    header: optional(list(descendant)),
    footer: optional(list(descendant)),
  },
};

const DESCENDANTS: Table<kit.DescendantElement['type']> = {
  ...INLINE,
  ...INPUTS,
  input: { label, hint, element: elementOf(() => INPUTS, 'an input') },
  hstack: { align, children: list(descendant) },
  vstack: { align, children: list(descendant) },
  box: { grow: optional(amount), children: list(descendant) },
  divider: { size: optional(oneOf('small', 'medium', 'large')) },
  card: {
    title: optional(label),
    hint,
    icon: iconOrImage,
    onPress: optional(action),
    children: optional(list(descendant)),
    buttons,
  },
  webframe: {
    aspectRatio: optional(positive),
    source,
    buttons,
    data: optional(record(textOr(LIMITS.bytes, binding))),
  },
  markdown: { content },
  hint: { children: list(inline) },
  step: { id: label, title: optional(label), next: flag, children: list(descendant) },
};

/** A text among elements is one of them. */
function descendant(sent: unknown, place: Place): kit.DescendantElement {
  if (typeof sent === 'string' || typeof sent === 'number')
    return { type: 'text', children: [text(LIMITS.text)(sent, place)] };
  return elementOf(() => DESCENDANTS, 'an element')(sent, place);
}

const STEPS = { step: DESCENDANTS.step };
const CONFIGURED: Table<kit.DescendantElement['type'] | 'stepper'> = {
  ...DESCENDANTS,
  stepper: {
    activeStep: label,
    onStepChange: action,
    onComplete: action,
    children: list(elementOf(() => STEPS, 'a step')),
  },
};

const ROOTS: Table<kit.RootElement['type']> = {
  block: { children: list(descendant), controls: blockControls },
  modal: {
    title: optional(label),
    subtitle: optional(list(inline)),
    size: optional(oneOf('medium', 'xlarge', 'fullscreen')),
    returnValue: optional(object),
    children: list(descendant),
    submit: optional(button),
  },
  configuration: {
    children: list<kit.DescendantElement | kit.Stepper>((sent, place) =>
      typeof sent === 'object' ? elementOf(() => CONFIGURED, 'an element')(sent, place) : descendant(sent, place),
    ),
  },
};

export const rootElement: Reader<kit.RootElement> = elementOf(() => ROOTS, 'what a component shows');
