import { Injectable } from '@nestjs/common';
import { canonicalJson } from '#kernel/domain/canonical-json';
import type {
  ChangedRevisionFileView,
  ChangedRevisionPageView,
  ChangedRevisionReusableContentView,
  FileAttributesView,
  PageAttributesView,
  ParentChangeView,
  ReusableContentAttributesView,
  SemanticChangeView,
  VariableChangeView,
} from '../../application/semantic-changes.view.js';
import type { Change, SemanticChange } from '../../domain/content/semantic-changes.js';
import type { NodeSource } from '../../domain/map/map-node.js';
import { readRecords } from '../../domain/map/read-map.js';
import type { FileRecord, PageRecord, PageType, ReusableContentRecord } from '../../domain/page/page-record.js';
import { PageTree } from '../../domain/tree/page-tree.js';
import { FileUrls } from '../blobs/file-urls.js';
import { NodeStore } from './node-store.js';
import { documentIdOf } from '../page/page-json.js';

/** The attributes shown for an edit of a page, by its type. */
const ATTRIBUTES = {
  document: ['title', 'description', 'slug', 'document', 'cover', 'emoji', 'layout', 'variables'],
  group: ['title', 'emoji', 'slug'],
  link: ['title', 'emoji', 'target'],
  computed: ['title', 'emoji', 'slug'],
} as const satisfies Record<PageType, readonly (keyof PageAttributesView)[]>;

/** Pages of a revision with all their ancestors. */
type Branches = PageTree;

/** Makes views of changes. Of the trees it reads only the changed pages and their ancestors. */
@Injectable()
export class SemanticChangeViews {
  constructor(
    private readonly nodes: NodeStore,
    private readonly urls: FileUrls,
  ) {}

  async of(
    organizationId: string,
    roots: Change<string | null>,
    changes: readonly SemanticChange[],
  ): Promise<SemanticChangeView[]> {
    const source = this.nodes.of(organizationId);
    const [before, after]: PageRecord[][] = [[], []];
    for (const change of changes) {
      if (change.type === 'page_deleted') before?.push(change.page);
      if (change.type === 'page_created') after?.push(change.page);
      if (change.type === 'page_moved') before?.push(change.before);
      if (change.type === 'page_moved' || change.type === 'page_edited') after?.push(change.after);
    }
    const branches = {
      before: await branchesOf(roots.before, before ?? [], source),
      after: await branchesOf(roots.after, after ?? [], source),
    };
    return changes.map((change) => this.#view(organizationId, branches, change));
  }

  #view(organizationId: string, branches: Change<Branches>, change: SemanticChange): SemanticChangeView {
    const fileOf = (file: FileRecord) => this.#file(organizationId, file);
    switch (change.type) {
      case 'page_created':
        return { type: change.type, page: pageOf(branches.after, change.page) };
      case 'page_deleted':
        return { type: change.type, page: pageOf(branches.before, change.page) };
      case 'page_edited':
        return {
          type: change.type,
          page: pageOf(branches.after, change.after),
          attributes: pageAttributes(change),
        };
      case 'page_moved':
        return { type: change.type, page: pageOf(branches.after, change.after), parent: parents(branches, change) };
      case 'file_created':
      case 'file_deleted':
        return { type: change.type, file: fileOf(change.file) };
      case 'file_edited':
        return {
          type: change.type,
          file: fileOf(change.after),
          attributes: differences<FileAttributesView>(
            { ...fileOf(change.before), ...sizeOf(change.before) },
            { ...fileOf(change.after), ...sizeOf(change.after) },
            ['name', 'downloadURL', 'size', 'contentType', 'dimensions'],
          ),
        };
      case 'reusable_content_created':
      case 'reusable_content_deleted':
        return { type: change.type, reusableContent: contentOf(change.content) };
      case 'reusable_content_edited': {
        const [before, after] = [contentOf(change.before), contentOf(change.after)];
        const attributes = differences<ReusableContentAttributesView>(before, after, ['title', 'document']);
        return { type: change.type, reusableContent: after, attributes };
      }
      case 'variables_edited': {
        const names = Object.keys({ ...change.before, ...change.after });
        return {
          type: change.type,
          variables: differences<Record<string, VariableChangeView>>(change.before, change.after, names),
        };
      }
    }
  }

  #file(organizationId: string, { id, name, contentType, blob }: FileRecord): ChangedRevisionFileView {
    return { id, name, contentType, downloadURL: this.urls.urlOf(organizationId, blob, name) };
  }
}

/** The pages and all their ancestors, read level by level: as many reads as the depth of the deepest page. */
async function branchesOf(root: string | null, pages: readonly PageRecord[], source: NodeSource): Promise<Branches> {
  const known = new Map(pages.map((page) => [page.id, page]));
  const unknownAbove = (records: Iterable<PageRecord>): string[] =>
    [...records].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]));
  for (let wanted = unknownAbove(pages); wanted.length > 0;) {
    const found = await readRecords<PageRecord>(root, wanted, source);
    for (const [id, page] of found) known.set(id, page);
    wanted = unknownAbove(found.values());
  }
  return new PageTree(known.values());
}

function pageOf(branches: Branches, { id, type, title }: PageRecord): ChangedRevisionPageView {
  const path = branches.pathOf(id);
  return { id, type, title, ...(path === undefined ? {} : { path }) };
}

function parents(branches: Change<Branches>, { after }: Change<PageRecord>): ParentChangeView {
  const view: ParentChangeView = {};
  for (const side of ['before', 'after'] as const) {
    const page = branches[side].get(after.id);
    const parent = page && branches[side].parentOf(page);
    if (parent) view[side] = pageOf(branches[side], parent.record);
  }
  return view;
}

function pageAttributes({ before, after }: Change<PageRecord>): PageAttributesView {
  return differences<PageAttributesView>(withDocumentId(before), withDocumentId(after), ATTRIBUTES[after.type]);
}

function withDocumentId({ document, ...page }: PageRecord): object {
  return document === undefined ? page : { ...page, document: documentIdOf(document) };
}

function sizeOf({ size, width, height }: FileRecord): object {
  return width === undefined || height === undefined ? { size } : { size, dimensions: { width, height } };
}

function contentOf({ id, title, document }: ReusableContentRecord): ChangedRevisionReusableContentView {
  return { id, title, document: documentIdOf(document) };
}

/** The members that differ, each before and after; absent where there is none. */
function differences<View extends object>(before: object, after: object, names: readonly (keyof View)[]): View {
  const found: Record<string, object> = {};
  for (const name of names as readonly string[]) {
    const [old, now] = [valueOf(before, name), valueOf(after, name)];
    if (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now)) continue;
    if (old === undefined && now === undefined) continue;
    found[name] = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  }
  return found as View;
}

function valueOf(of: object, name: string): unknown {
  return Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;
}
