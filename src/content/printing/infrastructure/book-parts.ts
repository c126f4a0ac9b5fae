import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MembersByIds } from '#organization';
import { keyOfReference, type Book, type BookPage, type BookPart, type Picture, type Target } from '#print';
import { collectReferences, parseMarkdown, type Block, type ContentRef } from '#rich-document';
import { BlobMissing, Blobs } from '../../revisions/domain/content/blobs.js';
import { readRecords } from '../../revisions/domain/map/read-map.js';
import type { FileRecord } from '../../revisions/domain/page/page-record.js';
import type { PageTree } from '../../revisions/domain/tree/page-tree.js';
import { FileUrls } from '../../revisions/infrastructure/blobs/file-urls.js';
import { AdaptedDocuments } from '../../revisions/infrastructure/page/adapted-documents.js';
import { AnchoredLinks } from '../../revisions/infrastructure/page/anchored-links.js';
import { OpenAPITexts } from '../../revisions/infrastructure/page/openapi-texts.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import type { OpenRevision } from '../../revisions/infrastructure/revision/open-revision.js';
import { TreeReader } from '../../revisions/infrastructure/page/tree-reader.js';
import type { PrintTask } from './print.store.js';
import { plannedPages } from './printed-pages.js';
import { REVISIONS } from '../../revisions/infrastructure/reading.js';

/** Pages read at a time. */
const PAGES_OF_PART = 8;
/** Bytes of one picture, and of all pictures of a part; what is larger is named instead. */
const MOST_PICTURE_BYTES = 20_000_000;
const MOST_PART_BYTES = 100_000_000;
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/svg+xml']);

/** A book whose pages are read on demand. */
export interface OpenBook {
  book: Book;
  parts: AsyncGenerator<BookPart, void>;
}

/** What one part refers to. */
interface Wanted {
  page: string;
  ref: ContentRef;
}

/** Reads what is printed: pages as readers see them, with all that they refer to. */
@Injectable()
export class BookParts {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly trees: TreeReader,
    private readonly adapted: AdaptedDocuments,
    private readonly anchored: AnchoredLinks,
    private readonly openapi: OpenAPITexts,
    private readonly files: FileUrls,
    private readonly blobs: Blobs,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Nothing where the revision is gone. */
  async open(task: PrintTask): Promise<OpenBook | undefined> {
    const revision = await this.#revision(task);
    if (!revision) return undefined;
    const { title, language, pageId, only } = task;
    const subtitle = task.subtitle ?? undefined;
    const book: Book = { title, subtitle, language, date: revision.createdAt, frontMatter: !only || pageId === null };
    return { book, parts: this.#parts(revision, task) };
  }

  async *#parts(revision: OpenRevision, { pageId, only }: PrintTask): AsyncGenerator<BookPart, void> {
    const tree = await this.trees.tree(revision);
    const planned = plannedPages(revision, tree, pageId, only);
    const printed = new Set(planned.map(({ id }) => id));
    for (let at = 0; at < planned.length; at += PAGES_OF_PART) {
      const pages: BookPage[] = [];
      for (const { record, ...page } of planned.slice(at, at + PAGES_OF_PART)) {
        const read = await this.adapted.read(revision, record.document, record, READ_AS_SHOWN);
        const document = await this.anchored.resolved(revision, record.id, read);
        pages.push({ ...page, document });
      }
      yield this.#part(revision, tree, printed, pages);
    }
  }

  async #part(
    revision: OpenRevision,
    tree: PageTree,
    printed: ReadonlySet<string>,
    pages: BookPage[],
  ): Promise<BookPart> {
    const wanted = pages.flatMap(({ id, document }): Wanted[] =>
      collectReferences(document).map(({ ref }) => ({ page: id, ref })),
    );
    const { organizationId, spaceId } = revision;
    const isOwn = (ref: { space?: string }): boolean => ref.space === undefined || ref.space === spaceId;
    const fileIds = wanted.flatMap(({ ref }) => (ref.kind === 'file' && isOwn(ref) ? [ref.file] : []));
    const source = this.nodes.of(organizationId);
    const files = await readRecords<FileRecord>(revision.roots.files, fileIds, source);
    const users = [...new Set(wanted.flatMap(({ ref }) => (ref.kind === 'user' ? [ref.user] : [])))];
    const members = users.length === 0 ? undefined : await this.dispatcher.ask(new MembersByIds(organizationId, users));
    const pictures = await this.#pictures(organizationId, [...files.values()]);
    const targets = new Map<string, Target>();
    const targetOf = ({ page, ref }: Wanted): Target => {
      switch (ref.kind) {
        case 'url':
          return { url: ref.url };
        case 'file': {
          const file = isOwn(ref) ? files.get(ref.file) : undefined;
          if (!file) return {};
          const picture = pictures.has(file.blob) ? file.blob : undefined;
          return { title: file.name, url: this.files.urlOf(organizationId, file.blob, file.name), picture };
        }
        case 'page':
        case 'anchor': {
          const anchor = ref.kind === 'anchor' ? ref.anchor : undefined;
          if (!isOwn(ref)) return { url: this.trees.appUrl(ref.space ?? spaceId) };
          const node = tree.get(ref.page ?? page);
          if (!node) return {};
          const { id, title } = node.record;
          if (printed.has(id)) return { title, page: id, anchor };
          const place = anchor === undefined ? '' : `#${anchor}`;
          return { title, url: `${this.trees.appUrl(spaceId)}${node.path ?? ''}${place}` };
        }
        case 'user':
          return { title: members?.get(ref.user)?.user.displayName };
        case 'space':
          return { url: this.trees.appUrl(ref.space) };
        case 'openapi':
          return { title: ref.spec };
        default:
          return {};
      }
    };
    for (const one of wanted) targets.set(keyOfReference(one.page, one.ref), targetOf(one));
    return { pages, targets, pictures, shown: await this.#shown(organizationId, pages) };
  }

  /** The texts that Markdown has of specifications, as blocks. */
  async #shown(organizationId: string, pages: readonly BookPage[]): Promise<BookPart['shown']> {
    const { texts } = await this.openapi.of(organizationId, ...pages.map(({ document }) => document));
    const shown = new Map<Block, readonly Block[]>();
    for (const [block, text] of texts) shown.set(block, parseMarkdown(text).nodes);
    return shown;
  }

  /** By the hash of their bytes. */
  async #pictures(organizationId: string, files: readonly FileRecord[]): Promise<Map<string, Picture>> {
    const pictures = new Map<string, Picture>();
    let room = MOST_PART_BYTES;
    for (const { blob, name, contentType, size } of files) {
      if (pictures.has(blob) || !contentType.startsWith('image/')) continue;
      const type = contentType.replace(/;.*$/s, '');
      const isDrawn = DRAWN.has(type) && size <= Math.min(room, MOST_PICTURE_BYTES);
      const bytes = isDrawn ? await this.#bytes(organizationId, blob) : new Uint8Array();
      room -= bytes.length;
      pictures.set(blob, { name, bytes, isSvg: type === 'image/svg+xml' });
    }
    return pictures;
  }

  async #bytes(organizationId: string, blob: string): Promise<Uint8Array> {
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of await this.blobs.open(organizationId, blob)) chunks.push(chunk as Uint8Array);
      return new Uint8Array(Buffer.concat(chunks));
    } catch (error) {
      if (error instanceof BlobMissing) return new Uint8Array();
      throw error;
    }
  }

  async #revision({ organizationId, spaceId, revisionId }: PrintTask): Promise<OpenRevision | undefined> {
    const row = await this.sql.row<Pick<OpenRevision, 'type' | 'createdAt'> & Omit<OpenRevision['roots'], never>>(
      'print.revision',
      `select type, encode(pages_root, 'hex') as pages, encode(files_root, 'hex') as files,
         encode(contents_root, 'hex') as contents, variables, created_at as "createdAt"
       from ${REVISIONS} r where organization_id = $1 and id = $2 and space_id = $3`,
      [organizationId, revisionId, spaceId],
    );
    if (!row) return undefined;
    const { type, createdAt, ...roots } = row;
    const origin = { sources: 0, message: null, git: null, parents: [] };
    return { organizationId, spaceId, id: revisionId, type, createdAt, roots, ...origin };
  }
}

const READ_AS_SHOWN = { evaluated: 'true', dereferenced: true } as const;
