import { told, type Entry } from '../history.js';

interface Step {
  revision: string;
  /** The start of the first request that may have created it. */
  start: number;
  /** When it certainly existed: the end of the first response with it; infinite where there is no bound. */
  end: number;
}

/**
 * The successive revisions of a place. A revision in a response precedes all that are caused by later requests, for
 * writers and for readers.
 */
export class Ordered {
  readonly #steps: Step[] = [];

  constructor(private readonly name: string) {}

  /**
   * Adds the next revision with the requests that may have created it: several where they are the same, none where it
   * existed before.
   */
  add(revision: string, makers: readonly Entry[]): void {
    const start = makers.length === 0 ? -Infinity : Math.min(...makers.map((maker) => maker.start));
    const sure = makers.filter(({ outcome }) => outcome === 'done').map(({ end }) => end);
    const end = sure.length > 0 ? Math.min(...sure) : Math.max(...makers.map((maker) => maker.end));
    this.#steps.push({ revision, start, end });
  }

  holds(revision: string): boolean {
    return this.#steps.some((step) => step.revision === revision);
  }

  /** The possible revisions during a request. */
  during({ start, end }: Entry): string[] {
    const later = this.#later();
    const held = this.#steps.filter((step, at) => step.start <= end && (later[at]?.end ?? Infinity) >= start);
    return held.map(({ revision }) => revision);
  }

  /** The revisions after one, of those that may have existed by a time; undefined where it was never current. */
  after(revision: string, by = Infinity): string[] | undefined {
    const at = this.#steps.findIndex((step) => step.revision === revision);
    if (at < 0) return undefined;
    return this.#steps.slice(at + 1).flatMap((step) => (step.start <= by ? [step.revision] : []));
  }

  faults(reads: readonly Entry[]): string[] {
    const faults: string[] = [];
    const later = this.#later();
    for (const [at, step] of this.#steps.entries()) {
      const next = later[at] as Step;
      if (next.end < step.start) {
        faults.push(`${this.name} held ${next.revision} after ${step.revision}, which was asked for later`);
      }
    }
    const position = new Map(this.#steps.map(({ revision }, at) => [revision, at]));
    for (const read of reads) {
      const at = position.get(read.told.revision ?? '');
      const step = at === undefined ? undefined : this.#steps[at];
      if (at === undefined || !step) {
        faults.push(`${this.name} never held what was read: ${told(read)}`);
        continue;
      }
      const newer = later[at] as Step;
      if (newer.end < read.start) {
        faults.push(`${this.name} held ${newer.revision} already when ${step.revision} was read: ${told(read)}`);
      }
      if (step.start > read.end) faults.push(`${step.revision} was read before it was asked for: ${told(read)}`);
    }
    return faults;
  }

  /** For every step the later one whose response came first. */
  #later(): Step[] {
    const later: Step[] = [];
    let first: Step = { revision: '', start: Infinity, end: Infinity };
    for (const [at, step] of [...this.#steps.entries()].reverse()) {
      later[at] = first;
      if (step.end < first.end) first = step;
    }
    return later;
  }
}
