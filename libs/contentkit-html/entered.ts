import type { Action } from '#contentkit';
import { BLOCK_FIELDS, type BlockControls, type BlockInput } from './context.js';

/** Longest text of one input, in characters. */
const LONGEST = 20_000;

type State = Readonly<Record<string, unknown>>;

/** A state with what was entered: under the names of inputs that were shown, and only values that could be chosen. */
export function enteredState(
  state: State,
  { inputs }: BlockControls,
  fields: URLSearchParams,
): Record<string, unknown> {
  let next = { ...state };
  for (const [at, input] of inputs.entries()) {
    const value = valueOf(next, input, `${BLOCK_FIELDS.input}${at}`, fields);
    if (value !== undefined) next = { ...next, [input.state]: value };
  }
  return next;
}

/** The action that was chosen; undefined where none was, or none of that place was shown. */
export function chosenAction({ actions }: BlockControls, fields: URLSearchParams): Action | undefined {
  const place = fields.get(BLOCK_FIELDS.press) ?? '';
  return /^\d{1,4}$/.test(place) ? actions[Number(place)] : undefined;
}

/** Undefined for what stays as it was. */
function valueOf(
  state: State,
  { state: name, kind, values = [] }: BlockInput,
  field: string,
  fields: URLSearchParams,
): unknown {
  const sent = fields.get(field);
  switch (kind) {
    case 'text':
      if (sent === '' && !Object.hasOwn(state, name)) return undefined;
      // Browsers send lines with both signs.
      return sent?.replaceAll('\r\n', '\n').slice(0, LONGEST);
    case 'switch':
      return sent !== null;
    case 'one':
      return sent !== null && /^\d{1,4}$/.test(sent) ? values[Number(sent)] : undefined;
    case 'many':
      return values.filter((_, at) => fields.has(`${field}.${at}`));
    case 'check':
      return withChoice(Object.hasOwn(state, name) ? state[name] : undefined, values[0], sent !== null);
  }
}

/** The list of checked values, in which one is or is not. */
function withChoice(now: unknown, value: unknown, isChecked: boolean): unknown[] {
  const others = (Array.isArray(now) ? (now as unknown[]) : []).filter((each) => each !== value);
  return isChecked ? [...others, value] : others;
}
