import type { JsonObject } from '../read/tidy.js';
import { pointerOf, stepsOf, valueAt } from '../references/pointers.js';
import { eachReference } from '../references/walk.js';
import { hashOf } from './canonical.js';

/** A part of a specification that others refer to. */
interface Part {
  /** Of the part itself, with its references as they are written. */
  hash: string;
  /** Pointers of the parts that it refers to. */
  leadsTo: string[];
}

/** A step of the walk below: a part and how many of those it leads to were seen. */
interface Visit {
  pointer: string;
  part: Part;
  next: number;
}

/**
 * Digests of parts with all that they lead to. Parts that lead to one another in a circle have one digest: of all of the
 * circle, and of the digests of what leads out of it. So each part is hashed once, whatever leads to it.
 */
export class Reach {
  readonly #parts = new Map<string, Part>();
  readonly #digests = new Map<string, string>();
  /** Of Tarjan's walk: when a part was reached, the earliest part it leads back to, the parts whose circle is open. */
  readonly #reached = new Map<string, number>();
  readonly #earliest = new Map<string, number>();
  readonly #open: string[] = [];

  constructor(private readonly root: JsonObject) {}

  /** The digest of values and of all that they lead to. */
  digestOf(...values: readonly unknown[]): string {
    const pointers = [...new Set(values.flatMap(referencesOf))].sort();
    return hashOf(...values, ...pointers.map((pointer) => [pointer, this.#digest(pointer)]));
  }

  /** The digest of the part at a place. */
  digestAt(steps: readonly string[]): string {
    return this.#digest(pointerOf(steps));
  }

  #digest(pointer: string): string {
    if (!this.#digests.has(pointer)) this.#walk(pointer);
    return this.#digests.get(pointer) as string;
  }

  /** Without recursion: a chain of schemas may be as long as it likes. */
  #walk(from: string): void {
    const path = [this.#reach(from)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const to = visit.part.leadsTo[visit.next];
      visit.next += 1;
      if (to === undefined) {
        path.pop();
        if (this.#earliest.get(visit.pointer) === this.#reached.get(visit.pointer)) this.#close(visit.pointer);
        const before = path.at(-1);
        if (before !== undefined) this.#leadsBack(before.pointer, this.#earliest.get(visit.pointer));
      } else if (!this.#reached.has(to)) {
        path.push(this.#reach(to));
      } else if (!this.#digests.has(to)) {
        this.#leadsBack(visit.pointer, this.#reached.get(to));
      }
    }
  }

  #reach(pointer: string): Visit {
    this.#earliest.set(pointer, this.#reached.size);
    this.#reached.set(pointer, this.#reached.size);
    this.#open.push(pointer);
    return { pointer, part: this.#partAt(pointer), next: 0 };
  }

  #leadsBack(pointer: string, to = Infinity): void {
    this.#earliest.set(pointer, Math.min(this.#earliest.get(pointer) ?? Infinity, to));
  }

  /** All parts of a circle are known from its first on. */
  #close(first: string): void {
    const circle = this.#open.splice(this.#open.lastIndexOf(first)).sort();
    const within = new Set(circle);
    const out = new Set(circle.flatMap((pointer) => this.#partAt(pointer).leadsTo).filter((to) => !within.has(to)));
    const digest = hashOf(
      circle.map((pointer) => [pointer, this.#partAt(pointer).hash]),
      [...out].sort().map((pointer) => [pointer, this.#digests.get(pointer)]),
    );
    for (const pointer of circle) this.#digests.set(pointer, digest);
  }

  #partAt(pointer: string): Part {
    let part = this.#parts.get(pointer);
    if (part === undefined) {
      const value = valueAt(this.root, stepsOf(pointer) ?? []);
      part = { hash: hashOf(value), leadsTo: referencesOf(value) };
      this.#parts.set(pointer, part);
    }
    return part;
  }
}

function referencesOf(value: unknown): string[] {
  const found = new Set<string>();
  eachReference(value, ({ target }) => {
    const steps = stepsOf(target);
    if (steps !== undefined) found.add(pointerOf(steps));
  });
  return [...found];
}
