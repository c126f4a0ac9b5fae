import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { uniqueSlug } from '#kernel/domain/slug';
import { mapReferences, type ContentRef, type RichDocument } from '#rich-document';
import { hasAddress } from '../../../revisions/domain/page/has-address.js';
import { storedDocument } from '../../../revisions/domain/page/stored-document.js';
import type {
  FileRecord,
  PageCover,
  PageRecord,
  ReusableContentRecord,
} from '../../../revisions/domain/page/page-record.js';
import type { RevisionDraft, RevisionRoots, SiblingRecord, StoredDocument } from '../../../revisions/domain/ports.js';
import { ranksBetween } from '../../../revisions/domain/tree/rank.js';

/** The content of a template. */
export interface TemplateContent {
  spaceId: string;
  pages: readonly PageRecord[];
  files: readonly FileRecord[];
  contents: readonly ReusableContentRecord[];
  variables: RevisionRoots['variables'];
}

/** What a copy needs to know of the content that it is added to. */
export interface CopyTarget {
  /** The pages at its root, in order. */
  roots: readonly SiblingRecord[];
  variables: RevisionRoots['variables'];
}

type Additions = Pick<RevisionDraft, 'pages' | 'files' | 'contents' | 'variables' | 'moved'>;

/**
 * A copy of a template's content under new ids, so that it can be added to any content, also more than once. Documents
 * keep their hashes; only those that refer to content of the template are rewritten.
 */
export class TemplateCopy {
  readonly #pages: ReadonlyMap<string, string>;
  readonly #files: ReadonlyMap<string, string>;
  readonly #contents: ReadonlyMap<string, string>;
  /** The hashes of rewritten documents, by those of the originals. */
  readonly #bodies = new Map<string, string>();

  private readonly template: TemplateContent;

  /**
   * `fills` maps names of files of the template to ids of files in the target, which replace them. Generated pages are
   * not copied: the copy of their computed page generates its own.
   */
  constructor(
    template: TemplateContent,
    private readonly fills: ReadonlyMap<string, string>,
    private readonly now: Date,
  ) {
    this.template = { ...template, pages: template.pages.filter(({ origin }) => origin === undefined) };
    const { pages, files, contents } = this.template;
    const names = new Set(files.map(({ name }) => name));
    for (const name of fills.keys()) {
      if (!names.has(name)) throw new Invalid(`contentRefs: the template has no file with the name "${name}"`);
    }
    const fresh = () => newId(now.getTime());
    this.#pages = new Map(pages.map(({ id }) => [id, fresh()]));
    this.#files = new Map(files.map(({ id, name }) => [id, fills.get(name) ?? fresh()]));
    this.#contents = new Map(contents.map(({ id }) => [id, fresh()]));
  }

  get size(): number {
    return this.template.pages.length;
  }

  /** The ids of files in the target that replace files of the template. */
  get replacementFiles(): string[] {
    return [...new Set(this.fills.values())];
  }

  /** The hashes of all bodies. */
  get bodies(): string[] {
    const { pages, contents } = this.template;
    return [...new Set([...pages, ...contents].flatMap(({ document }) => document ?? []))];
  }

  /**
   * Rewrites the references in a document. Returns undefined where it refers to nothing in the template and stays
   * unchanged.
   */
  rewrite(hash: string, body: string): StoredDocument | undefined {
    const document = JSON.parse(body) as RichDocument;
    const own = mapReferences(document, (ref) => this.#reference(ref));
    if (own === document) return undefined;
    const stored = storedDocument(own);
    this.#bodies.set(hash, stored.hash);
    return stored;
  }

  /** What the copy adds to its target, after its documents were rewritten. Its pages follow those at the root. */
  additionsTo({ roots, variables }: CopyTarget): Additions {
    const { template } = this;
    const pages = this.#placed(roots).map((page) => this.#page(page));
    const files = template.files
      .filter(({ name }) => !this.fills.has(name))
      .map((file) => ({ ...file, id: idIn(this.#files, file.id) }));
    const contents = template.contents.map((content) => ({
      ...content,
      id: idIn(this.#contents, content.id),
      document: this.#bodies.get(content.document) ?? content.document,
    }));
    return {
      pages: byId(pages),
      files: byId(files),
      contents: byId(contents),
      variables: { ...variables, ...missing(template.variables, variables) },
      moved: new Set(this.#pages.values()),
    };
  }

  /** The pages of the template; those at its root get ranks after the existing pages, and slugs that are free. */
  #placed(roots: readonly SiblingRecord[]): PageRecord[] {
    const taken = new Set(roots.map(({ slug }) => slug));
    const own = this.template.pages.filter(({ parent }) => parent === null).sort(inOrder);
    const ranks = ranksBetween(roots.at(-1)?.rank ?? null, null, own.length);
    const placed = own.map((page, at): PageRecord => {
      const slug = hasAddress(page.type) ? uniqueSlug(page.slug, taken) : page.slug;
      taken.add(slug);
      return { ...page, slug, rank: ranks[at] ?? page.rank };
    });
    return [...placed, ...this.template.pages.filter(({ parent }) => parent !== null)];
  }

  #page({ updatedAt: _, made: __, ...page }: PageRecord): PageRecord {
    const copy: PageRecord = {
      ...page,
      id: idIn(this.#pages, page.id),
      parent: page.parent === null ? null : idIn(this.#pages, page.parent),
      createdAt: this.now.toISOString(),
    };
    if (page.document !== undefined) copy.document = this.#bodies.get(page.document) ?? page.document;
    if (page.target) copy.target = this.#reference(page.target);
    if (page.cover) copy.cover = this.#cover(page.cover);
    if (page.metaLinks) {
      const { canonical, alternates } = page.metaLinks;
      copy.metaLinks = {
        ...(canonical ? { canonical: this.#reference(canonical) } : {}),
        ...(alternates ? { alternates: alternates.map((ref) => this.#reference(ref)) } : {}),
      };
    }
    return copy;
  }

  #cover({ ref, refDark, ...cover }: PageCover): PageCover {
    return {
      ...cover,
      ...(ref ? { ref: this.#reference(ref) } : {}),
      ...(refDark ? { refDark: this.#reference(refDark) } : {}),
    };
  }

  /** Maps a reference within the template to the copy; others stay unchanged. */
  #reference(ref: ContentRef): ContentRef {
    const isOwn = !('space' in ref) || ref.space === undefined || ref.space === this.template.spaceId;
    if (!isOwn) return ref;
    switch (ref.kind) {
      case 'page': {
        const page = this.#pages.get(ref.page);
        return page === undefined ? ref : { kind: 'page', page };
      }
      case 'anchor': {
        const page = this.#pages.get(ref.page ?? '');
        return page === undefined ? ref : { kind: 'anchor', anchor: ref.anchor, page };
      }
      case 'file': {
        const file = this.#files.get(ref.file);
        return file === undefined ? ref : { kind: 'file', file };
      }
      case 'reusable-content': {
        const reusableContent = this.#contents.get(ref.reusableContent);
        return reusableContent === undefined ? ref : { kind: 'reusable-content', reusableContent };
      }
      default:
        return ref;
    }
  }
}

function idIn(ids: ReadonlyMap<string, string>, id: string): string {
  const own = ids.get(id);
  if (own === undefined) throw new Error(`The template names ${id}, which it does not hold.`);
  return own;
}

function byId<R extends { id: string }>(records: readonly R[]): Map<string, R> {
  return new Map(records.map((record) => [record.id, record]));
}

function inOrder(a: PageRecord, b: PageRecord): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function missing<V>(from: Readonly<Record<string, V>>, present: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !Object.hasOwn(present, name)));
}
