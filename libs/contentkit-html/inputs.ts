import type {
  Checkbox,
  CodeBlock,
  Input,
  InputElement,
  Radio,
  Select,
  SelectOption,
  Switch,
  TextInput,
} from '#contentkit';
import { classes, h, type Child } from '#page-html';
import { drawApply, drawButton } from './buttons.js';
import { BLOCK_FIELDS } from './context.js';
import { textOf, type BlockSheet } from './sheet.js';
import { drawInlines } from './texts.js';

/** Rows of a text, by its lines. */
const LEAST_ROWS = 3;
const MOST_ROWS = 20;

/** What an input is called and described by. */
interface Named {
  id: string;
  label?: string | undefined;
  hint?: string | undefined;
}

/** A field, and the button that sends its value where something depends on it. */
interface Field {
  field: Child;
  apply?: Child;
}

/** An input with its label; those that are chosen come before their labels. */
export function drawInput(sheet: BlockSheet, { label, hint, element }: Input, code: (code: CodeBlock) => Child): Child {
  const named = { id: sheet.id(), hint: hint === undefined ? undefined : sheet.id() };
  const about = hint !== undefined && h('p', { class: 'kit-hint', id: named.hint }, drawInlines(sheet, hint));
  const isBeside = ['switch', 'radio', 'checkbox'].includes(element.type);
  const { field, apply } = element.type === 'codeblock' ? { field: code(element) } : fieldOf(sheet, element, named);
  const isOne = element.type !== 'button' && element.type !== 'codeblock' && !isMany(element);
  const name = isOne ? h('label', { for: named.id }, label) : h('p', { class: 'kit-label' }, label);
  const content = isBeside ? [field, name, apply] : [name, field, apply];
  return h('div', { class: classes('kit-field', isBeside && 'kit-beside') }, ...content, about);
}

const isMany = (element: InputElement): boolean => element.type === 'select' && element.multiple === true;

/** An input without a label: it is called as its value in the state. */
export function drawField(sheet: BlockSheet, element: Exclude<InputElement, CodeBlock>): Child {
  const label = 'state' in element ? element.state : undefined;
  const { field, apply } = fieldOf(sheet, element, { id: sheet.id(), label });
  return [field, apply];
}

function fieldOf(sheet: BlockSheet, element: Exclude<InputElement, CodeBlock>, named: Named): Field {
  switch (element.type) {
    case 'textinput':
      return { field: drawTextInput(sheet, element, named) };
    case 'select':
      return drawSelect(sheet, element, named);
    case 'switch':
      return drawSwitch(sheet, element, named);
    case 'radio':
    case 'checkbox':
      return { field: drawChoice(sheet, element, named) };
    case 'button':
      return { field: drawButton(sheet, element) };
  }
}

const attributesOf = ({ id, label, hint }: Named, disabled: boolean | undefined) => ({
  ...{ id, 'aria-label': label, 'aria-describedby': hint },
  disabled: disabled === true,
});

function drawTextInput(sheet: BlockSheet, input: TextInput, named: Named): Child {
  const value = textOf(sheet.value(input.state) ?? input.initialValue);
  const { multiline, inputType = 'text', placeholder, disabled, state } = input;
  const name = nameOf(sheet, { disabled, state, kind: 'text' });
  const common = { ...attributesOf(named, disabled), name, placeholder, class: 'kit-text', autocomplete: 'off' };
  if (multiline === true) return h('textarea', { ...common, rows: rowsOf(value) }, `\n${value}`);
  return h('input', { ...common, type: inputType, value });
}

/** A code that is edited. The line break before a text is the one that browsers leave out. */
export function drawEdited(sheet: BlockSheet, code: CodeBlock & { state: string }): Child {
  const value = textOf(sheet.value(code.state) ?? sheet.text(code.content));
  const name = nameOf(sheet, { disabled: false, state: code.state, kind: 'text' });
  const look = { class: 'kit-text kit-code', name, rows: rowsOf(value), spellcheck: 'false', 'aria-label': code.state };
  return [h('textarea', look, `\n${value}`), name === undefined ? null : drawApply(sheet, name, code.onContentChange)];
}

const rowsOf = (text: string): number => Math.max(LEAST_ROWS, Math.min(MOST_ROWS, text.split('\n').length));

/** What is disabled is not sent, so it has no name and no place. */
function nameOf(
  sheet: BlockSheet,
  { disabled, ...input }: { disabled: boolean | undefined } & Parameters<BlockSheet['input']>[0],
): string | undefined {
  return disabled === true ? undefined : BLOCK_FIELDS.input + String(sheet.input(input));
}

/** Options that come from elsewhere are not there: what is chosen already is shown. */
function drawSelect(sheet: BlockSheet, select: Select, named: Named): Field {
  const { state, options, disabled } = select;
  const chosen = chosenOf(sheet.value(state) ?? select.initialValue);
  const listed: readonly SelectOption[] = Array.isArray(options) ? options : chosen.map((id) => ({ id, label: id }));
  const values = listed.map(({ id }) => id);
  const kind = select.multiple === true ? 'many' : select.acceptInput === true ? 'text' : 'one';
  const name = nameOf(sheet, { disabled, state, kind, ...(kind === 'text' ? {} : { values }) });
  const draw = { many: drawMany, text: drawSuggested, one: drawOne }[kind];
  const field = draw(sheet, select, { listed, values, chosen, name, named });
  return { field, apply: name === undefined ? null : drawApply(sheet, name, select.onValueChange) };
}

function drawOne(
  _: BlockSheet,
  { disabled, placeholder }: Select,
  { listed, values, chosen, name, named }: Options,
): Child {
  const none = !values.includes(chosen[0] ?? '') && h('option', { value: '' }, placeholder ?? '');
  const all = listed.map(({ id, label }, at) => h('option', { value: at, selected: id === chosen[0] }, label));
  return h('select', { ...attributesOf(named, disabled), name, class: 'kit-text' }, none, ...all);
}

function drawSuggested(sheet: BlockSheet, select: Select, { listed, chosen, name, named }: Options): Child {
  const { disabled, placeholder } = select;
  const list = sheet.id();
  const look = { name, list, type: 'text', class: 'kit-text', value: chosen[0] ?? '', placeholder };
  const known = listed.map(({ id, label }) => h('option', { value: id }, label));
  return [h('input', { ...attributesOf(named, disabled), ...look }), h('datalist', { id: list }, ...known)];
}

interface Options {
  listed: readonly SelectOption[];
  values: readonly string[];
  chosen: readonly string[];
  name: string | undefined;
  named: Named;
}

/** Any number of options: a field comes once in a form, so each has its own. */
function drawMany(_: BlockSheet, { disabled }: Select, { listed, chosen, name, named }: Options): Child {
  const option = ({ id, label }: SelectOption, at: number): Child => {
    const own = name === undefined ? undefined : `${name}.${at}`;
    const box = { type: 'checkbox', name: own, checked: chosen.includes(id), disabled: disabled === true };
    return h('label', { class: 'kit-option' }, h('input', box), label);
  };
  const about = { 'aria-label': named.label, 'aria-describedby': named.hint };
  return h('div', { class: 'kit-options', role: 'group', id: named.id, ...about }, ...listed.map(option));
}

function chosenOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.map(textOf).filter((one) => one !== '');
}

function drawSwitch(sheet: BlockSheet, input: Switch, named: Named): Field {
  const { state, disabled, initialValue, onValueChange, confirm } = input;
  const name = nameOf(sheet, { disabled, state, kind: 'switch' });
  const checked = (sheet.value(state) ?? initialValue) === true;
  const box = { ...attributesOf(named, disabled), type: 'checkbox', role: 'switch', name, checked };
  const apply = name === undefined ? null : drawApply(sheet, name, onValueChange, confirm);
  return { field: h('input', box), apply };
}

function drawChoice(sheet: BlockSheet, { type, state, value, disabled }: Radio | Checkbox, named: Named): Child {
  const now = sheet.value(state);
  const attributes = attributesOf(named, disabled);
  if (type === 'checkbox') {
    const name = nameOf(sheet, { disabled, state, kind: 'check', values: [value] });
    const checked = Array.isArray(now) && now.includes(value);
    return h('input', { ...attributes, type, name, checked });
  }
  const { group, at } = sheet.radio(state, value);
  return h('input', {
    ...attributes,
    type,
    name: BLOCK_FIELDS.input + String(group),
    value: at,
    checked: now === value,
  });
}
