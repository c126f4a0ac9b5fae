import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { RunSteps } from './run-steps.js';
import type { ImportSteps } from '../domain/import/import-steps.js';
import type { ImportedContent, ImportedState, SourceReaders } from '../domain/import/import-ports.js';
import type { ExistingContent, ImportPlan } from '../domain/import/import-plan.js';
import { mergeImport, type MergedImport } from '../domain/import/merge-import.js';
import { includedSources } from '../domain/import/included.js';
import { planImport } from '../domain/import/plan-import.js';
import type { RevisionDraft } from '../../revisions/domain/ports.js';
import type { SourceReading } from '../domain/import/source-reading.js';
import type { SourceFile, SourceTree } from '../domain/import/sources.js';
import { CommitImport } from './commit-import.js';
import { ImportReport } from './import-report.js';
import type { TakenFiles } from './taken-files.js';
import { SourceTexts, unchangedSources } from './source-texts.js';
import type { ImportView } from './transfer.view.js';

/** Attempts of an import whose space changes meanwhile. */
const ATTEMPTS = 5;
/** Configuration and tables of contents are read whole; a larger one is none. */
const MAX_TEXT_BYTES = 4_000_000;

/** Files that are included by included files, and so on, are found so deep. */
const MOST_INCLUDED = 3;

/**
 * What an attempt leaves for the next: ids, so that what was read then still holds, what is known to be included, and the
 * anchors of titles by their pages.
 */
interface Known {
  steps: RunSteps;
  included: Set<string>;
  titleAnchors: Map<string, string>;
}

interface Read {
  plan: ImportPlan;
  report: ImportReport;
  same: Set<string>;
  readings: Map<string, SourceReading>;
}

export interface ImportRun {
  /** Id of the user on whose behalf it runs. */
  author: string;
  git?: RevisionDraft['git'];
  /** Once it aborts, the import ends at its next step with this signal's reason; nothing is written. */
  signal?: AbortSignal;
  /** Adds to what earlier imports brought instead of replacing it. */
  adds?: boolean;
  /** The revision that the tree is put into; the current one unless given. */
  onto?: string;
  /** Whether a file need not be read if its content is known to equal that of the space. */
  trusts?: boolean;
  /** Whether what it did is kept until it ends, so that it goes on from there where it is cut off and run again. */
  resumes?: boolean;
  /** Writes what was prepared; undefined, without any effect, when the space has changed since it was looked at. */
  commit?: (state: ImportedState, merged: MergedImport, plan: ImportPlan) => Promise<string | undefined>;
}

/**
 * Imports a tree into a space. Reading, parsing and storing happen before, outside any transaction, in bounded memory;
 * then one short command makes the revision, all of it or nothing. Where the space has changed meanwhile, it plans again
 * with what was read. The same tree again makes no revision.
 */
export class Importer {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly imported: ImportedContent,
    private readonly readers: SourceReaders,
    private readonly files: TakenFiles,
    private readonly steps: ImportSteps,
    private readonly clock: Clock,
  ) {}

  /** The caller must be authorized already (`AuthorizeSpace`). Does not close the tree. */
  async run(space: { organizationId: string; spaceId: string }, tree: SourceTree, run: ImportRun): Promise<ImportView> {
    const steps = await RunSteps.of(space, this.clock, run.resumes ? this.steps : undefined);
    const texts = new SourceTexts(this.readers, tree, steps.readings, (read) => steps.addReadings(read));
    const known: Known = { steps, included: new Set(), titleAnchors: new Map() };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const state = await this.imported.load(space.organizationId, space.spaceId, run.onto);
      const { plan, report, same, readings } = await this.#read(state, tree, texts, known, run);
      const stored = await this.files.take(state, plan, tree, readings, report, same.size > 0, run.signal);
      const adds = run.adds ?? false;
      await this.readers.pause();
      const merged = mergeImport({ state, plan, readings, stored, now: this.clock.now(), adds, same });
      await this.readers.pause();
      run.signal?.throwIfAborted();
      const revision = await (run.commit?.(state, merged, plan) ??
        this.dispatcher.run(new CommitImport(state, merged, run.author, run.git)));
      if (revision === undefined) continue;
      await steps.end();
      return report.view(revision, readings, stored);
    }
    throw new Conflict('The content of the space kept changing while it was imported: try again');
  }

  /**
   * Plans and reads. What is included and is no page is planned as well, and what includes it read again, as are links to
   * titles.
   */
  async #read(state: ImportedState, tree: SourceTree, texts: SourceTexts, known: Known, run: ImportRun): Promise<Read> {
    const files = await tree.list();
    const items = [...state.items.values()];
    for (const { kind, key } of items) if (kind === 'content') known.included.add(key);
    const pages = items.filter(({ kind }) => kind === 'page');
    for (const [id, anchor] of titleAnchorsOf(pages)) known.titleAnchors.set(id, anchor);
    for (let depth = 0; ; depth++) {
      const plan = await this.#plan(state, tree, files, known);
      await this.readers.pause();
      run.signal?.throwIfAborted();
      const report = new ImportReport(plan, tree.skipped);
      const same = run.trusts ? unchangedSources(state, plan) : new Set<string>();
      const readings = await texts.readAll(state, plan, report, same, run.signal);
      const found = depth < MOST_INCLUDED ? includedSources(plan, readings, files) : [];
      const anchors = titleAnchorsOf(plan.pages.map(({ id }) => ({ id, reading: readings.get(id) ?? null })));
      const isKnown = depth >= MOST_INCLUDED || sameEntries(anchors, known.titleAnchors);
      if (isKnown && found.every((path) => known.included.has(path))) return { plan, report, same, readings };
      known.titleAnchors = anchors;
      for (const path of found) known.included.add(path);
    }
  }

  async #plan(
    state: ImportedState,
    tree: SourceTree,
    files: readonly SourceFile[],
    { steps, included, titleAnchors }: Known,
  ): Promise<ImportPlan> {
    const sizes = new Map(files.map(({ path, size }) => [path, size]));
    const plan = await planImport({
      files,
      readText: async (path) => {
        if ((sizes.get(path) ?? Infinity) > MAX_TEXT_BYTES) return undefined;
        return (await tree.read(path)).toString('utf8').replaceAll('\0', '\ufffd');
      },
      parseYaml: (text) => this.readers.parseYaml(text),
      parseScript: (text) => this.readers.parseScript(text),
      pause: () => this.readers.pause(),
      newId: () => newId(this.clock.now().getTime()),
      existing: existingOf(state, steps.ids),
      included,
    });
    for (const page of plan.pages) {
      const titleAnchor = titleAnchors.get(page.id);
      if (titleAnchor !== undefined) page.titleAnchor = titleAnchor;
    }
    const ids = [
      ...plan.pages.map(({ key, id }) => [`page ${key}`, id] as const),
      ...plan.files.map(({ path, id }) => [`file ${path}`, id] as const),
      ...plan.reusableContents.map(({ sourcePath, id }) => [`content ${sourcePath}`, id] as const),
    ];
    await steps.addIds(ids, state.items);
    return plan;
  }
}

/** The anchors of titles, by their pages. */
function titleAnchorsOf(
  items: Iterable<{ id: string; reading: Pick<SourceReading, 'titleAnchor'> | null }>,
): Map<string, string> {
  const anchors = new Map<string, string>();
  for (const { id, reading } of items) if (reading?.titleAnchor !== undefined) anchors.set(id, reading.titleAnchor);
  return anchors;
}

function sameEntries(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

function existingOf(state: ImportedState, ids: ReadonlyMap<string, string>): ExistingContent {
  const known = {
    page: new Map<string, string>(),
    file: new Map<string, string>(),
    content: new Map<string, string>(),
  };
  for (const [name, id] of ids) {
    const kind = name.slice(0, name.indexOf(' ')) as keyof typeof known;
    known[kind].set(name.slice(kind.length + 1), id);
  }
  for (const { kind, key, id } of state.items.values()) known[kind].set(key, id);
  return { pages: known.page, files: known.file, reusableContents: known.content, places: state.pages };
}
