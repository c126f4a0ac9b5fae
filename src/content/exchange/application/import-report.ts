import { beginningOf, exceeds } from '#kernel/domain/characters';
import type { ImportPlan } from '../domain/import/import-plan.js';
import { sourceOf } from '../domain/import/plan-import.js';
import type { SourceReading } from '../domain/import/source-reading.js';
import { faultOfCondition } from '../../revisions/domain/page/condition.js';
import type { SkippedEntry } from '../domain/import/sources.js';
import type { ImportView, UnresolvedView } from './transfer.view.js';
import { UnreadNotes } from './unread-notes.js';

const MOST_UNRESOLVED = 1000;

const SKIPPED: Record<SkippedEntry['reason'], string> = {
  link: 'A symbolic link is not followed.',
  submodule: 'A submodule is not imported.',
  'unusable-path': 'The path cannot be one everywhere.',
  missing: 'The bytes of the file are not there.',
};

/** Collects what an import could not take, and counts what it took. */
export class ImportReport {
  readonly #failures: UnresolvedView[] = [];

  constructor(
    private readonly plan: ImportPlan,
    private readonly skipped: readonly SkippedEntry[],
  ) {}

  /** A file that could not be taken; `path` is relative to the content. */
  failed(path: string, code: 'unreadable' | 'file-refused', message: string): void {
    this.#failures.push({ path: sourceOf(this.plan, path), code, message });
  }

  view(
    revision: string,
    readings: ReadonlyMap<string, SourceReading>,
    stored: ReadonlyMap<string, unknown>,
  ): ImportView {
    const { plan } = this;
    const unresolved: UnresolvedView[] = [
      ...this.#skips(),
      ...plan.warnings.map(({ path, code, message }) => ({ path, code, message })),
      ...this.#failures,
      ...this.#unread(readings),
      ...this.#links(readings),
    ];
    const leftOut = plan.warnings.filter(({ code }) => code === 'not-in-summary' || code === 'missing-file').length;
    const contents = plan.reusableContents.filter(({ id }) => readings.has(id)).length;
    const pages = plan.pages.filter(({ id, sourcePath }) => sourcePath === undefined || readings.has(id)).length;
    const found = plan.pages.length + plan.reusableContents.length + stored.size + leftOut + this.#refusedFiles();
    return {
      revision,
      importedResources: pages + contents + stored.size,
      totalResources: found,
      unresolved: capped(unresolved),
    };
  }

  #refusedFiles(): number {
    return this.#failures.filter(({ code }) => code === 'file-refused').length;
  }

  *#skips(): IterableIterator<UnresolvedView> {
    for (const { path, reason } of this.skipped) yield { path, code: reason, message: SKIPPED[reason] };
  }

  #unread(readings: ReadonlyMap<string, SourceReading>): UnresolvedView[] {
    const notes = new UnreadNotes();
    for (const { id, sourcePath } of [...this.plan.pages, ...this.plan.reusableContents]) {
      const reading = readings.get(id);
      if (reading && sourcePath !== undefined)
        notes.add(sourceOf(this.plan, sourcePath), reading.unread ?? [], reading.unknown);
    }
    return notes.views();
  }

  *#links(readings: ReadonlyMap<string, SourceReading>): IterableIterator<UnresolvedView> {
    for (const { id, sourcePath } of [...this.plan.pages, ...this.plan.reusableContents]) {
      const reading = readings.get(id);
      if (!reading || sourcePath === undefined) continue;
      const path = sourceOf(this.plan, sourcePath);
      for (const [href, use, ref] of reading.links) {
        if (ref === null)
          yield { path, code: 'missing-target', message: `The ${use} "${shown(href)}" leads to nothing.` };
      }
      const fault = reading.fields.condition === undefined ? undefined : faultOfCondition(reading.fields.condition);
      if (fault !== undefined)
        yield {
          path,
          code: 'bad-condition',
          message: `The condition is none, so the page is shown to nobody: ${fault}.`,
        };
    }
  }
}

function shown(text: string): string {
  return exceeds(text, 200) ? `${beginningOf(text, 200)}…` : text;
}

function capped(all: UnresolvedView[]): UnresolvedView[] {
  if (all.length <= MOST_UNRESOLVED) return all;
  const more = all.length - MOST_UNRESOLVED + 1;
  return [...all.slice(0, MOST_UNRESOLVED - 1), { path: '', code: 'more', message: `${more} more are not listed.` }];
}
