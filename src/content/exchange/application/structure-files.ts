import { mergeEdit } from '#rich-document';
import { mergeSummary } from '../domain/export/merge-summary.js';
import { plannedForm, type StructureForm } from '../domain/export/planned-texts.js';
import type { ExportPlan, StructureText } from '../domain/export/plan-export.js';
import type { SourceTextStore } from '../domain/export/source-text.js';
import type { ImportedState, SourceReaders } from '../domain/import/import-ports.js';
import type { ImportPlan, PlannedPage } from '../domain/import/import-plan.js';
import { planImport, sourceOf } from '../domain/import/plan-import.js';
import { inFolder } from '../domain/import/source-path.js';
import { SPACE_FILE, SUMMARY } from '../domain/import/structure-paths.js';

type Texts = ReadonlyMap<string, string>;

/** The title of a page that its file names; undefined for others. */
type TitleOf = (page: PlannedPage) => string | undefined;

/** What an import of texts reads, and the same in the form of an export. */
interface Read {
  plan: ImportPlan;
  form: StructureForm;
}

/**
 * The table of contents and the configuration of an export: the files that were imported as they came, where an import
 * of them gives what the space holds; else the files with what differs; else, where that would not be read so, new ones.
 */
export class StructureFiles {
  constructor(
    private readonly readers: SourceReaders,
    private readonly sourceTexts: SourceTextStore,
    private readonly state: ImportedState,
    private readonly plan: ExportPlan,
  ) {}

  async texts(): Promise<StructureText[]> {
    const { texts } = this.state.source;
    if (texts === undefined) return this.plan.texts;
    const written = new Map(Object.entries(texts));
    const wanted: StructureForm = new Map(this.plan.texts.map(({ path, text }) => [path, text]));
    const titleOf = await this.#titles();
    const before = await this.#read(written, this.#importedPaths(), titleOf);
    if (isSame(before.form, wanted)) return listOf(written);
    const paths = this.#exportedPaths();
    const gives = async (candidate: Texts): Promise<boolean> => {
      const { plan, form } = await this.#read(candidate, paths, titleOf);
      return isSame(form, wanted) && missingIn(plan) <= missingIn(before.plan);
    };
    // Where the folders tell the order they may tell that of new pages as well.
    if (before.plan.summary === undefined && (await gives(written))) return listOf(written);
    for (const adds of [false, true]) {
      const edited = editedTexts(before, wanted, written, adds);
      if (edited && (await gives(edited))) return listOf(edited);
    }
    if (before.plan.summary !== undefined) written.delete(before.plan.summary);
    return listOf(new Map([...written, ...wanted]));
  }

  /** What an import of texts beside files at these paths reads; paths are from the top of the tree. */
  async #read(texts: Texts, paths: Iterable<string>, titleOf: TitleOf): Promise<Read> {
    const all = new Set([...paths, ...texts.keys()]);
    let count = 0;
    const plan = await planImport({
      files: [...all].map((path) => ({ path, oid: '', size: 0 })),
      readText: (path) => Promise.resolve(texts.get(path)),
      parseYaml: (text) => this.readers.parseYaml(text),
      parseScript: (text) => this.readers.parseScript(text),
      pause: () => this.readers.pause(),
      newId: () => String(count++),
      included: new Set(this.plan.paths.reusableContents.values()),
    });
    return { plan, form: plannedForm(plan, titleOf) };
  }

  #importedPaths(): string[] {
    return [...this.state.items.values()].flatMap(({ path }) => path ?? []);
  }

  #exportedPaths(): string[] {
    const { pages, reusableContents, files } = this.plan;
    return [...pages, ...reusableContents, ...files].map(({ path }) => sourceOf(this.state.source, path));
  }

  /** The titles of pages whose files name them, where a table of contents does not. */
  async #titles(): Promise<TitleOf> {
    const ids = new Map([...this.plan.paths.pages].map(([id, path]) => [path, id]));
    const { pages, items, organizationId } = this.state;
    const unread = [...ids.values()].filter((id) => !items.get(id)?.reading);
    const hashes = unread.flatMap((id) => pages.get(id)?.source ?? []);
    const kept = await this.sourceTexts.texts(organizationId, [...new Set(hashes)]);
    return ({ titleFrom, sourcePath }) => {
      if (titleFrom !== 'name' || sourcePath === undefined) return undefined;
      const page = pages.get(ids.get(sourcePath) ?? '');
      if (!page) return undefined;
      const read = items.get(page.id)?.reading ?? kept.get(page.source ?? '')?.content;
      // What Quire has written begins with its title.
      return !read || read.title !== undefined ? page.title : undefined;
    };
  }
}

/** The files as they came, with what differs; those that are missing only with `adds`. Undefined where one is too long. */
function editedTexts({ plan, form }: Read, wanted: StructureForm, written: Texts, adds: boolean): Texts | undefined {
  const edited = new Map(written);
  const own = inFolder(plan.root, SUMMARY);
  for (const path of new Set([...form.keys(), ...wanted.keys()])) {
    const [before = '', after = ''] = [form.get(path), wanted.get(path)];
    if (before === after) continue;
    const place = path === own ? (plan.summary ?? own) : path;
    const source = written.get(place);
    if (source !== undefined) {
      const text = path === own ? mergeSummary(before, after, source) : merged(before, after, source);
      if (text === undefined) return undefined;
      edited.set(place, text);
    } else if (adds || path !== SPACE_FILE) edited.set(place, after);
  }
  return edited;
}

function merged(before: string, after: string, source: string): string | undefined {
  return mergeEdit(before, after, source, source.includes('\r\n') ? '\r\n' : '\n');
}

/** Whether both say the same. Which page comes first is said by the table of contents. */
function isSame(a: StructureForm, b: StructureForm): boolean {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].every((path) => saidBy(path, a) === saidBy(path, b));
}

const saidBy = (path: string, form: StructureForm): string =>
  (form.get(path) ?? '').replace(path === SPACE_FILE ? /^ {2}readme: .*$/m : /^$/, '');

/** Entries that lead to no file. */
const missingIn = ({ warnings }: ImportPlan): number => warnings.filter(({ code }) => code === 'missing-file').length;

const listOf = (texts: Texts): StructureText[] => [...texts].map(([path, text]) => ({ path, text }));
