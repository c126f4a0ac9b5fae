import { fillSlots, stableReference, type ContentRef } from '#rich-document';
import type { Blobs } from '../../revisions/domain/content/blobs.js';
import type { ExportedFile, ExportTexts, FileRewriters } from '../domain/export/export-ports.js';
import { createHrefs, type HrefFor } from '../domain/export/href-for.js';
import { escapeText } from '../domain/export/markdown-text.js';
import { planExport, type ExportedPage, type ExportPlan } from '../domain/export/plan-export.js';
import type { SourceTextStore } from '../domain/export/source-text.js';
import type { ImportedState, SourceReaders } from '../domain/import/import-ports.js';
import { SourceFiles } from './source-files.js';
import { StructureFiles } from './structure-files.js';

/** Documents read in one step. */
const BATCH = 100;

/** A space's content as the files that hold it. */
export interface ExportedTree {
  plan: ExportPlan;
  /** In a fixed order, made as they are asked for; each time anew. With `only`, those at these paths. */
  files(only?: ReadonlySet<string>): AsyncGenerator<ExportedFile>;
}

/** Writes the content of a space as a tree of Markdown, such that importing the tree gives the same content. */
export class Exporter {
  constructor(
    private readonly texts: ExportTexts,
    private readonly blobs: Blobs,
    private readonly sourceTexts: SourceTextStore,
    private readonly rewriters: FileRewriters,
    private readonly readers: SourceReaders,
  ) {}

  async open(state: ImportedState): Promise<ExportedTree> {
    const { organizationId, source } = state;
    const planned = planExport({
      pages: state.pages.values(),
      files: state.files.values(),
      reusableContents: state.contents.values(),
      variables: state.variables,
      tags: source.tags,
      redirects: source.redirects,
      root: source.root,
      keptTexts: Object.keys(source.texts ?? {}),
      linkTitles: source.linkTitles,
      sourcePaths: sourcePathsOf(state),
      withoutFile: withoutFile(state),
      referencedFiles: await this.#referenced(state),
    });
    const texts = await new StructureFiles(this.readers, this.sourceTexts, state, planned).texts();
    const plan = { ...planned, texts };
    return { plan, files: (only) => this.#files(organizationId, plan, source.root, state, only) };
  }

  async *#files(
    organizationId: string,
    plan: ExportPlan,
    root: string,
    state: ImportedState,
    only?: ReadonlySet<string>,
  ): AsyncGenerator<ExportedFile> {
    const isWanted = (path: string): boolean => only?.has(path) ?? true;
    const inRoot = (path: string): string => (root === '' ? path : `${root}/${path}`);
    const hrefFor = createHrefs(plan.paths);
    for (const { path, text } of plan.texts) if (isWanted(path)) yield textFile(path, text);
    const pages = [
      ...plan.pages.map((page) => ({ page, heading: true })),
      ...plan.reusableContents.map((page) => ({ page, heading: false })),
    ].filter(({ page }) => isWanted(inRoot(page.path)));
    const sources = new SourceFiles(this.sourceTexts, this.rewriters, state, plan);
    for (let at = 0; at < pages.length; at += BATCH) {
      const batch = pages.slice(at, at + BATCH);
      const written = await sources.read(batch.map(({ page }) => page));
      const texts = await this.texts.texts(
        organizationId,
        batch.flatMap(({ page }) => (written.has(page.id) ? [] : (page.document ?? []))),
      );
      for (const { page, heading } of batch) {
        const own = written.get(page.id);
        if (own !== undefined) {
          yield textFile(inRoot(page.path), own);
          continue;
        }
        const body = texts.get(page.document ?? '');
        const markdown = body && fillSlots(body.markdown, (slot) => addressOf(body.slots[slot], page.path, hrefFor));
        yield textFile(inRoot(page.path), this.#page(page, markdown ?? '', heading));
      }
    }
    for (const { id, path, blob } of plan.files) {
      if (!isWanted(inRoot(path))) continue;
      const item = state.items.get(id);
      const known = item?.oid && item.stored?.blob === blob ? { oid: item.oid } : {};
      yield { path: inRoot(path), ...known, content: () => this.blobs.open(organizationId, blob) };
    }
  }

  #page({ title, frontmatter }: ExportedPage, markdown: string, heading: boolean): string {
    const fields = Object.keys(frontmatter).length === 0 ? '' : `---\n${this.texts.writeYaml(frontmatter)}---\n\n`;
    // An import takes a heading that leads the file for its title, so text that begins with one needs one before it.
    const titled = heading || /^# /.test(markdown);
    const parts = [titled ? `# ${escapeText(title)}` : '', markdown.trimEnd()].filter((part) => part !== '');
    return `${fields}${parts.join('\n\n')}\n`;
  }

  async #referenced(state: ImportedState): Promise<Set<string>> {
    const records = [...state.pages.values(), ...state.contents.values()];
    const hashes = records.flatMap(({ document }) => document ?? []);
    const ids = await this.texts.targets(state.organizationId, hashes);
    for (const { cover, target } of state.pages.values()) {
      for (const ref of [cover?.ref, cover?.refDark, target]) if (ref?.kind === 'file') ids.add(ref.file);
    }
    return ids;
  }
}

function textFile(path: string, text: string): ExportedFile {
  return { path, content: () => Promise.resolve(Buffer.from(text)) };
}

/** What the export does not hold is named by its id. */
function addressOf(ref: ContentRef | undefined, path: string, hrefFor: HrefFor): string {
  return ref === undefined ? '' : (hrefFor(path, ref) ?? stableReference(ref));
}

function withoutFile({ items }: ImportedState): Set<string> {
  return new Set([...items.values()].flatMap(({ id, kind, path }) => (kind === 'page' && path === null ? [id] : [])));
}

function sourcePathsOf({ items, source: { root } }: ImportedState) {
  const paths = {
    pages: new Map<string, string>(),
    files: new Map<string, string>(),
    reusableContents: new Map<string, string>(),
  };
  const places = { page: paths.pages, file: paths.files, content: paths.reusableContents };
  for (const { id, kind, path } of items.values()) {
    if (path === null || (root !== '' && !path.startsWith(`${root}/`))) continue;
    places[kind].set(id, root === '' ? path : path.slice(root.length + 1));
  }
  return paths;
}
