import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { collectReferences, type ContentRef, type RichDocument } from '#rich-document';
import {
  ReadShownText,
  ReadShownPage,
  ReadShownPages,
  type ShownFile,
  type ShownPage,
  type ShownPages,
} from '../../contract/shown-pages.js';
import { ComputeDocument } from '../../computed/application/compute-document.js';
import { GetPage } from '../../revisions/application/content.queries.js';
import { specOf } from '../../revisions/domain/computed/pages-source.js';
import { readRecords } from '../../revisions/domain/map/read-map.js';
import type { FileRecord, PageRecord } from '../../revisions/domain/page/page-record.js';
import type { PageNode, PageTree } from '../../revisions/domain/tree/page-tree.js';
import { FileUrls } from '../../revisions/infrastructure/blobs/file-urls.js';
import { AdaptedDocuments } from '../../revisions/infrastructure/page/adapted-documents.js';
import { AnchoredLinks } from '../../revisions/infrastructure/page/anchored-links.js';
import { TreeReader } from '../../revisions/infrastructure/page/tree-reader.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { RevisionReader, type OpenRevision } from '../../revisions/infrastructure/revision/open-revision.js';
import { RevisionPages } from '../../revisions/infrastructure/revision/revision-pages.js';

const ADAPTED = { evaluated: 'true', dereferenced: true } as const;

@QueryHandler(ReadShownPages)
export class ReadShownPagesHandler implements IQueryHandler<ReadShownPages> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly trees: TreeReader,
  ) {}

  async execute({ caller, content }: ReadShownPages): Promise<ShownPages> {
    return this.trees.tree(await this.revisions.open(caller, content));
  }
}

@QueryHandler(ReadShownPage)
export class ReadShownPageHandler implements IQueryHandler<ReadShownPage> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly trees: TreeReader,
    private readonly pages: RevisionPages,
    private readonly adapted: AdaptedDocuments,
    private readonly anchored: AnchoredLinks,
    private readonly nodes: NodeStore,
    private readonly files: FileUrls,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, content, path }: ReadShownPage): Promise<ShownPage> {
    const revision = await this.revisions.open(caller, content);
    const tree = await this.trees.tree(revision);
    const there = tree.atPath(path);
    const node = documentOf(there ?? (await this.#redirected(revision, tree, path)));
    if (!node) throw new NotFound('Page not found');
    const document = await this.#document(caller, revision, node.record);
    const [files, sources] = await Promise.all([
      this.#files(revision, namedFiles(node.record, document)),
      this.trees.sources(revision),
    ]);
    const gitPath = sources.get(node.record.id)?.path;
    return {
      organizationId: revision.organizationId,
      revisionId: revision.id,
      tree,
      node,
      document,
      files,
      ...(there ? {} : { redirected: true }),
      tags: new Map((revision.roots.tags ?? []).map((tag) => [tag.slug, tag])),
      ...(gitPath === undefined ? {} : { gitPath }),
    };
  }

  async #redirected(revision: OpenRevision, tree: PageTree, path: string): Promise<PageNode | undefined> {
    return tree.get((await this.pages.redirectedOrMoved(revision, path.replace(/^\/+|\/+$/g, ''))) ?? '');
  }

  async #document(caller: Caller, revision: OpenRevision, record: PageRecord): Promise<RichDocument> {
    const { origin } = record;
    if (origin?.source) {
      const { type, props } = origin.source;
      const dependencies = { spec: { kind: 'openapi', id: specOf(origin.source) } };
      const source = { type, props: { ...props }, dependencies };
      return this.dispatcher.ask(new ComputeDocument(caller, revision.spaceId, source, origin.digest));
    }
    const { document } = await this.adapted.readFor(caller, revision, record.document, record, ADAPTED);
    return this.anchored.resolved(revision, record.id, document);
  }

  async #files(revision: OpenRevision, ids: readonly string[]): Promise<Map<string, ShownFile>> {
    if (ids.length === 0) return new Map();
    const source = this.nodes.of(revision.organizationId);
    const records = await readRecords<FileRecord>(revision.roots.files, ids, source);
    return new Map(
      [...records.values()].map(({ blob, ...file }) => [
        file.id,
        { ...file, url: this.files.urlOf(revision.organizationId, blob, file.name) },
      ]),
    );
  }
}

@QueryHandler(ReadShownText)
export class ReadShownTextHandler implements IQueryHandler<ReadShownText> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ caller, content, pageId }: ReadShownText): Promise<string> {
    const reading = {
      format: 'markdown',
      refs: 'relative',
      metadata: false,
      computed: true,
      adapted: ADAPTED,
    } as const;
    const answer = await this.dispatcher.ask(new GetPage(caller, content, pageId, reading));
    if (answer instanceof NotModified) throw new NotFound('Page not found');
    return (JSON.parse(answer.text) as { markdown?: string }).markdown ?? '';
  }
}

/** The page itself, or the first document below a group. */
function documentOf(node: PageNode | undefined): PageNode | undefined {
  if (node?.record.type !== 'group') return node?.record.type === 'document' ? node : undefined;
  for (const below of node.pages) {
    const document = documentOf(below);
    if (document) return document;
  }
  return undefined;
}

/** The ids of the files of the space that a page names. */
function namedFiles({ cover }: PageRecord, document: RichDocument): string[] {
  const refs = [cover?.ref, cover?.refDark, ...collectReferences(document).map(({ ref }) => ref)];
  return [...new Set(refs.flatMap(fileOf))];
}

function fileOf(ref: ContentRef | undefined): string[] {
  return ref?.kind === 'file' && ref.space === undefined ? [ref.file] : [];
}
