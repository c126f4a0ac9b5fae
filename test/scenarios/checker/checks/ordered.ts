import { told, type Entry } from '../history.js';

interface Step {
  revision: string;
  /** When the first request that may have made it was sent. */
  start: number;
  /** By when it was made for sure: when the first answer told of it; infinite where it may have been made at any time. */
  end: number;
}

/**
 * The revisions that something held one after the other. What was answered before something else was asked for comes
 * before it, for those who write and for those who read.
 */
export class Ordered {
  readonly #steps: Step[] = [];

  constructor(private readonly name: string) {}

  /** The next revision, with the requests that made it: several where they ask for the same, none where it was there. */
  add(revision: string, makers: readonly Entry[]): void {
    const start = makers.length === 0 ? -Infinity : Math.min(...makers.map((maker) => maker.start));
    const sure = makers.filter(({ outcome }) => outcome === 'done').map(({ end }) => end);
    const end = sure.length > 0 ? Math.min(...sure) : Math.max(...makers.map((maker) => maker.end));
    this.#steps.push({ revision, start, end });
  }

  holds(revision: string): boolean {
    return this.#steps.some((step) => step.revision === revision);
  }

  /** The revisions that may have been held while a request was under way. */
  during({ start, end }: Entry): string[] {
    const later = this.#later();
    const held = this.#steps.filter((step, at) => step.start <= end && (later[at]?.end ?? Infinity) >= start);
    return held.map(({ revision }) => revision);
  }

  /** The revisions that followed one, of those that may have been made by a time; undefined where it was never held. */
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

  /** For every step that of the later ones of which an answer told first. */
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
