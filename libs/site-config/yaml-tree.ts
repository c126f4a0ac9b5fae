import {
  COLLECTION_STYLE,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type Event,
  type ScalarEvent,
} from 'js-yaml';

/** Characters of a file: the largest structure of a site takes less than half of them. */
export const MAX_LENGTH = 262_144;
const MAX_DEPTH = 40;

interface Placed {
  /** Where it begins in the text; for a value that is left empty, the end of its name. */
  start: number;
}

export interface YamlText extends Placed {
  kind: 'text';
  text: string;
  end: number;
  /** Whether it is written without quotes, on its line. */
  plain: boolean;
  /** Whether it is written between quotes, or without them: not as a block of lines. */
  inline: boolean;
}

export interface YamlMember {
  name: string;
  start: number;
  /** The end of its name. */
  end: number;
  value: YamlValue;
}

export interface YamlMap extends Placed {
  kind: 'map';
  members: YamlMember[];
  /** Whether it is written between braces. */
  flow: boolean;
}

export interface YamlList extends Placed {
  kind: 'list';
  items: YamlValue[];
  /** Whether it is written between brackets. */
  flow: boolean;
}

export type YamlValue = YamlText | YamlMap | YamlList;

/** The text is not YAML that is read here. */
export class YamlRefused extends Error {
  override name = 'YamlRefused';

  constructor(
    /** From 1; 0 where it is about the whole. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The values of a text in YAML with their places in it; undefined for a text without any. Time and memory grow with the
 * length of the text. Throws YamlRefused, also for aliases and tags, which the file has no use for.
 */
export function readTree(text: string): YamlValue | undefined {
  if (text.length > MAX_LENGTH) throw new YamlRefused(0, `The file has more than ${MAX_LENGTH} characters`);
  const builder = new TreeBuilder(text);
  for (const event of eventsOf(text)) builder.take(event);
  return builder.root;
}

/** The line of a place in the text, from 1. */
export class Lines {
  readonly #starts = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(place: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function eventsOf(text: string): Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark?.line;
    throw new YamlRefused(line === undefined ? 0 : line + 1, `This is not YAML: ${error.reason}`);
  }
}

type Open = { node: YamlMap; name?: YamlText | undefined } | { node: YamlList } | { node: null };

class TreeBuilder {
  root: YamlValue | undefined;
  readonly #open: Open[] = [];
  readonly #lines: Lines;
  #documents = 0;
  #last = 0;

  constructor(private readonly text: string) {
    this.#lines = new Lines(text);
  }

  take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        if (++this.#documents > 1) throw new YamlRefused(0, 'The file holds more than one document');
        this.#open.push({ node: null });
        break;
      case EVENT_ID.MAPPING: {
        const node: YamlMap = { kind: 'map', start: event.start, members: [], flow: isFlow(event.style) };
        this.#begin(event, node);
        break;
      }
      case EVENT_ID.SEQUENCE: {
        const node: YamlList = { kind: 'list', start: event.start, items: [], flow: isFlow(event.style) };
        this.#begin(event, node);
        break;
      }
      case EVENT_ID.SCALAR:
        this.#requireUntagged(event);
        this.#put(this.#textOf(event));
        break;
      case EVENT_ID.ALIAS:
        throw new YamlRefused(this.#lines.at(event.anchorStart), 'Aliases are not read');
      case EVENT_ID.POP:
        this.#open.pop();
        break;
    }
  }

  #begin(event: { start: number; tagStart: number }, node: YamlMap | YamlList): void {
    this.#requireUntagged(event);
    this.#last = node.start;
    this.#put(node);
    this.#open.push({ node });
  }

  #requireUntagged({ tagStart }: { tagStart: number }): void {
    if (tagStart >= 0) throw new YamlRefused(this.#lines.at(tagStart), 'Tags are not read');
  }

  #put(value: YamlValue): void {
    const open = this.#open.at(-1);
    if (open === undefined || open.node === null) {
      this.root = value;
      return;
    }
    if (open.node.kind === 'list') {
      open.node.items.push(value);
      return;
    }
    const at = open as { node: YamlMap; name?: YamlText | undefined };
    if (at.name === undefined) {
      if (value.kind !== 'text') throw new YamlRefused(this.#lines.at(value.start), 'A name must be a text');
      this.#requireNew(at.node, value);
      at.name = value;
      return;
    }
    const { start, end, text: name } = at.name;
    at.node.members.push({ name, start, end, value });
    at.name = undefined;
  }

  #requireNew({ members }: YamlMap, { text, start }: YamlText): void {
    if (members.length > 100) throw new YamlRefused(this.#lines.at(start), 'There are more than 100 members');
    if (!members.some(({ name }) => name === text)) return;
    throw new YamlRefused(this.#lines.at(start), `"${text}" is there twice`);
  }

  #textOf(event: ScalarEvent): YamlText {
    const { valueStart, valueEnd, style } = event;
    if (valueStart < 0)
      return { kind: 'text', text: '', start: this.#last, end: this.#last, plain: true, inline: true };
    const plain = style === SCALAR_STYLE.PLAIN;
    const quotes = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
    const [start, end] = [valueStart - quotes, valueEnd + quotes];
    this.#last = end;
    return { kind: 'text', text: getScalarValue(this.text, event), start, end, plain, inline: plain || quotes > 0 };
  }
}

function isFlow(style: number): boolean {
  return style === COLLECTION_STYLE.FLOW;
}
