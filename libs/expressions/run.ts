import { Fault } from './errors.js';

/** Parts of expressions that one run may evaluate, work on long values counted as several. */
export const MOST_STEPS = 10_000;
/** Room that one value may take: characters of texts, and one for everything else in it. */
export const MOST_ROOM = 65_536;
/** So many characters are worked on in one step. */
const CHARACTERS_A_STEP = 64;

/** Steps that several evaluations have together, such as those of one document; what each takes is taken off. */
export interface Allowance {
  steps: number;
}

/** One evaluation: its inputs, the values its callbacks are called with, and what it has spent so far. */
export class Run {
  /** Values of the parameters of callbacks; each parameter has a place of its own in the expression. */
  readonly locals: unknown[] = [];
  #steps = 0;
  #rooms: Map<object, number> | undefined;

  constructor(
    readonly inputs: Readonly<Record<string, unknown>>,
    private readonly allowance?: Allowance,
  ) {}

  spend(steps: number, offset: number): void {
    this.#steps += steps;
    if (this.allowance) this.allowance.steps -= steps;
    if (this.#steps > MOST_STEPS || (this.allowance && this.allowance.steps < 0))
      throw new Fault(`More than ${MOST_STEPS} steps are needed`, offset);
  }

  /** Counts the work on a text of a length. */
  spendOn(characters: number, offset: number): void {
    if (characters >= CHARACTERS_A_STEP) this.spend(Math.floor(characters / CHARACTERS_A_STEP), offset);
  }

  /** Refuses a text that is too long. */
  text(text: string, offset: number): string {
    if (text.length > MOST_ROOM) throw tooLarge(offset);
    return text;
  }

  /** Refuses a list or record that was put together and takes too much room, what it holds several times counted so. */
  built<T extends object>(value: T, offset: number): T {
    this.#rooms ??= new Map();
    let room = 0;
    let visited = 0;
    const open: unknown[] = [value];
    while (open.length > 0) {
      const part = open.pop();
      const known = typeof part === 'object' && part !== null ? this.#rooms.get(part) : roomOf(part);
      if (known !== undefined) room += known;
      else {
        room += 1;
        visited += 1;
        const list = Array.isArray(part) ? (part as unknown[]) : undefined;
        const names = list ? [] : Object.keys(part as object);
        if (room + open.length + (list ?? names).length > MOST_ROOM) throw tooLarge(offset);
        for (const item of list ?? []) open.push(item);
        for (const name of names) {
          room += name.length;
          open.push(Object.getOwnPropertyDescriptor(part, name)?.value);
        }
      }
      if (room > MOST_ROOM) throw tooLarge(offset);
    }
    this.spend(visited, offset);
    this.#rooms.set(value, room);
    return value;
  }
}

const roomOf = (value: unknown): number => (typeof value === 'string' ? value.length : 1);

const tooLarge = (offset: number): Fault => new Fault(`A value takes more than ${MOST_ROOM} characters`, offset);
