import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { renderWithSlots, type ContentRef } from '#rich-document';
import { ReadShownTexts } from '../../contract/shown-pages.js';
import { readRecords } from '../../revisions/domain/map/read-map.js';
import type { FileRecord } from '../../revisions/domain/page/page-record.js';
import type { PageNode } from '../../revisions/domain/tree/page-tree.js';
import { FileUrls } from '../../revisions/infrastructure/blobs/file-urls.js';
import { AdaptedDocuments } from '../../revisions/infrastructure/page/adapted-documents.js';
import { AnchoredLinks } from '../../revisions/infrastructure/page/anchored-links.js';
import { fillLinks } from '../../revisions/infrastructure/page/markdown-links.js';
import { OpenAPITexts } from '../../revisions/infrastructure/page/openapi-texts.js';
import { headingOf } from '../../revisions/infrastructure/page/page-json.js';
import { TreeReader } from '../../revisions/infrastructure/page/tree-reader.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { RevisionReader, type OpenRevision } from '../../revisions/infrastructure/revision/open-revision.js';

const MOST_PAGES = 100;

interface Written {
  node: PageNode;
  markdown: string;
  slots: ContentRef[];
}

/** Pages as Markdown, many with the statements of one. */
@QueryHandler(ReadShownTexts)
export class ReadShownTextsHandler implements IQueryHandler<ReadShownTexts> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly trees: TreeReader,
    private readonly adapted: AdaptedDocuments,
    private readonly anchored: AnchoredLinks,
    private readonly openapi: OpenAPITexts,
    private readonly nodes: NodeStore,
    private readonly files: FileUrls,
  ) {}

  async execute({ caller, content, pageIds }: ReadShownTexts): Promise<Map<string, string>> {
    const revision = await this.revisions.open(caller, content);
    const tree = await this.trees.tree(revision);
    const found = pageIds.slice(0, MOST_PAGES).flatMap((id) => tree.get(id) ?? []);
    const records = found.map(({ record }) => record).filter(({ type }) => type === 'document');
    const read = await this.adapted.readPages(caller, revision, records);
    await this.anchored.prepare(revision, [...read.values()]);
    const resolved = await Promise.all(
      [...read].map(async ([id, document]) => [id, await this.anchored.resolved(revision, id, document)] as const),
    );
    const { texts } = await this.openapi.of(revision.organizationId, ...resolved.map(([, document]) => document));
    const documents = new Map(resolved);
    const written = found.flatMap((node): Written[] => {
      if (node.record.type !== 'document') return [];
      const document = documents.get(node.record.id);
      const { markdown, slots } = document ? renderWithSlots(document, texts) : { markdown: '', slots: [] };
      return [{ node, markdown: headingOf(node.record) + markdown, slots }];
    });
    const files = await this.#files(
      revision,
      written.flatMap(({ slots }) => slots.flatMap(fileOf)),
    );
    return new Map(
      written.map(({ node, markdown, slots }) => [
        node.record.id,
        fillLinks(markdown, slots, node.path ?? '', 'relative', {
          pagePath: (id) => tree.pathOf(id),
          fileUrl: (id) => files.get(id),
          specUrl: (slug) => this.trees.specUrl(revision.organizationId, slug),
        }),
      ]),
    );
  }

  async #files(revision: OpenRevision, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const source = this.nodes.of(revision.organizationId);
    const records = await readRecords<FileRecord>(revision.roots.files, [...new Set(ids)], source);
    return new Map(
      [...records.values()].map(({ id, blob, name }) => [id, this.files.urlOf(revision.organizationId, blob, name)]),
    );
  }
}

const fileOf = (ref: ContentRef): string[] => (ref.kind === 'file' && ref.space === undefined ? [ref.file] : []);
