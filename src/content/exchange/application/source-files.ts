import type { FileRewriter, FileRewriters, FileToRewrite } from '../domain/export/export-ports.js';
import { createHrefs } from '../domain/export/href-for.js';
import type { ExportedPage, ExportPlan } from '../domain/export/plan-export.js';
import { sourceChanges } from '../domain/export/source-changes.js';
import type { SourceTextStore } from '../domain/export/source-text.js';
import type { ImportedState } from '../domain/import/import-ports.js';
import { createResolver, type ResolvablePlan } from '../domain/import/resolve-href.js';

/**
 * The texts of those pages and reusable contents that were imported from Markdown: the file as it came where it still says
 * what they say, else the file with what differs.
 */
export class SourceFiles {
  readonly #addresses;
  readonly #plan: ResolvablePlan;
  #rewriter: FileRewriter | undefined;

  constructor(
    private readonly texts: SourceTextStore,
    private readonly rewriters: FileRewriters,
    private readonly state: ImportedState,
    plan: ExportPlan,
  ) {
    this.#plan = resolvablePlan(state, plan);
    this.#addresses = { resolve: createResolver(this.#plan), hrefFor: createHrefs(plan.paths) };
  }

  /** By id; those without a text, or that can't be written from it, are left out. */
  async read(pages: readonly ExportedPage[]): Promise<Map<string, string>> {
    const { organizationId } = this.state;
    const hashes = [...new Set(pages.flatMap(({ source }) => source ?? []))];
    const known = await this.texts.texts(organizationId, hashes);
    const written = new Map<string, string>();
    const changed: (FileToRewrite & { id: string })[] = [];
    for (const { id, path, title, document, source } of pages) {
      const kept = known.get(source ?? '');
      if (!kept) continue;
      const { text, content } = kept;
      const record = { title, document, page: this.state.pages.get(id) };
      const { fields, isNone } = sourceChanges(content, record, path, this.#addresses);
      if (isNone) written.set(id, text);
      else changed.push({ id, path, text, content, document, title, fields });
    }
    if (changed.length === 0) return written;
    this.#rewriter ??= this.rewriters.open(organizationId, this.#plan);
    const texts = await this.#rewriter.rewrite(changed.map(({ id: _, ...file }) => file));
    for (const [at, { id }] of changed.entries()) {
      const text = texts[at];
      if (text !== undefined) written.set(id, text);
    }
    return written;
  }
}

/** An export as an import of it finds it. */
function resolvablePlan(state: ImportedState, { paths, files }: ExportPlan): ResolvablePlan {
  return {
    pages: parentsFirst(state).map(({ id, parent, type, slug }) => {
      const sourcePath = paths.pages.get(id);
      const titleAnchor = state.items.get(id)?.reading?.titleAnchor;
      return {
        ...{ id, parent, type, slug },
        ...(sourcePath === undefined ? {} : { sourcePath }),
        ...(titleAnchor === undefined ? {} : { titleAnchor }),
      };
    }),
    files,
    reusableContents: [...paths.reusableContents].map(([id, sourcePath]) => ({ id, sourcePath })),
  };
}

function parentsFirst({ pages }: ImportedState) {
  const ordered = new Map<string, NonNullable<ReturnType<typeof pages.get>>>();
  const add = (id: string, above: ReadonlySet<string>): void => {
    const page = pages.get(id);
    if (!page || ordered.has(id) || above.has(id)) return;
    if (page.parent !== null) add(page.parent, new Set([...above, id]));
    ordered.set(id, page);
  };
  for (const id of pages.keys()) add(id, new Set());
  return [...ordered.values()];
}
