import type { Action, BlockControl, Button, Confirm } from './elements.js';
import { ICONS } from './elements.js';
import { linkAddress } from './addresses.js';
import { LIMITS } from './limits.js';
import { flag, isNothing, object, oneOf, optional, shape, text, type Members, type Reader } from './reading.js';

/** A title, a label, a placeholder. */
export const label: Reader<string> = text(LIMITS.label);

export const icon = oneOf(...ICONS);

/** Actions that clients carry out themselves with an address. */
const WITH_ADDRESS: ReadonlySet<string> = new Set(['@ui.url.open', '@link.unfurl']);
const OPENS_MODAL = '@ui.modal.open';

/** Its other members are passed on as they are, but what clients do with them without asking the script is checked. */
export const action: Reader<Action> = (value, place) => {
  const sent = object(value, place);
  const name = label(sent['action'], place.at('action'));
  if (WITH_ADDRESS.has(name)) linkAddress(sent['url'], place.at('url'));
  if (name === OPENS_MODAL) label(sent['componentId'], place.at('componentId'));
  return { ...sent, action: name };
};

export const confirm: Reader<Confirm | undefined> = optional(
  shape<Confirm>({ title: label, text: label, confirm: label, style: optional(oneOf('primary', 'danger')) }),
);

export const BUTTON: Members<Button, 'type'> = {
  style: optional(oneOf('primary', 'secondary', 'danger')),
  onPress: action,
  icon: optional(icon),
  trailingIcon: optional(icon),
  label: optional(label),
  tooltip: optional(label),
  confirm,
  disabled: flag,
};

export const blockControl: Reader<BlockControl> = shape<BlockControl>({
  icon: optional(icon),
  label,
  onPress: action,
  confirm,
});

/** The menu of a block: entries, and groups of them. Unlike other lists, a list in it is a group. */
export const blockControls: Reader<(BlockControl | BlockControl[])[] | undefined> = (value, place) => {
  if (isNothing(value)) return undefined;
  if (!Array.isArray(value)) return [blockControl(value, place)];
  return value.flatMap((each: unknown, index): (BlockControl | BlockControl[])[] => {
    if (isNothing(each)) return [];
    const at = place.at(index);
    if (!Array.isArray(each)) return [blockControl(each, at)];
    return [each.flatMap((one: unknown, inner) => (isNothing(one) ? [] : [blockControl(one, at.at(inner))]))];
  });
};
