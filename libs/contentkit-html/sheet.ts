import type { Action, DynamicBinding, Icon } from '#contentkit';
import { h, safeHref, type Child } from '#page-html';
import { MOST_FORMATTED, type BlockContext, type BlockControls, type BlockInput, type BlockWords } from './context.js';
import { ICON_NAMES } from './icons.js';

/** One block while it is drawn: its ids, what can be done with it, and how much of it is still formatted. */
export class BlockSheet {
  readonly #actions: Action[] = [];
  readonly #inputs: BlockInput[] = [];
  /** Values of which one is chosen, by the name of the state. */
  readonly #radios = new Map<string, { group: number; values: (string | number)[] }>();
  #ids = 0;
  #formatted = 0;

  constructor(
    readonly context: BlockContext,
    private readonly state: Readonly<Record<string, unknown>>,
  ) {}

  get words(): BlockWords {
    return this.context.words;
  }

  get controls(): BlockControls {
    return { actions: this.#actions, inputs: this.#inputs };
  }

  /** An id that is in the page once. */
  id(): string {
    return `${this.context.id}-${++this.#ids}`;
  }

  /** What the state has under a name. */
  value(name: string): unknown {
    return Object.hasOwn(this.state, name) ? this.state[name] : undefined;
  }

  /** A text, or the one that the state has in its place. */
  text(content: string | DynamicBinding): string {
    return typeof content === 'string' ? content : textOf(this.value(content.$state));
  }

  /** The value with which a button sends its action. */
  action(action: Action): number {
    return this.#actions.push(action) - 1;
  }

  /** The place of an input, which its field is named by. */
  input(input: BlockInput): number {
    return this.#inputs.push(input) - 1;
  }

  /** Where a value is in the group of those of which one is chosen, and the place of the group. */
  radio(state: string, value: string | number): { group: number; at: number } {
    const known = this.#radios.get(state) ?? this.#newRadios(state);
    return { group: known.group, at: known.values.push(value) - 1 };
  }

  #newRadios(state: string): { group: number; values: (string | number)[] } {
    const values: (string | number)[] = [];
    const radios = { group: this.input({ state, kind: 'one', values }), values };
    this.#radios.set(state, radios);
    return radios;
  }

  /** Whether so many characters of Markdown or code may be more than text. */
  mayFormat(length: number): boolean {
    if (this.#formatted + length > MOST_FORMATTED) return false;
    this.#formatted += length;
    return true;
  }

  /** An icon; nothing for one that there is no shape of. */
  icon(name: Icon | undefined): Child {
    const shape = name === undefined ? undefined : this.context.icon(ICON_NAMES[name]);
    if (!shape) return null;
    return h('svg', { class: 'icon', viewBox: shape.viewBox, 'aria-hidden': 'true' }, h('path', { d: shape.path }));
  }
}

/** A value of a state as a text; nothing for what has parts. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The attributes of a link to another site; undefined for an address that no link may have. */
export function linkOut(address: string): { href: string; rel: string } | undefined {
  const href = safeHref(address);
  return href === undefined ? undefined : { href, rel: 'noopener' };
}
