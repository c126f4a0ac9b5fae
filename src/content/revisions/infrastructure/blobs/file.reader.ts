import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { Turns } from '#kernel/application/turns';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { GetFile, GetFiles, ListFiles } from '../../application/content.queries.js';
import type { FileView } from '../../application/file.view.js';
import { readAll, readRecords } from '../../domain/map/read-map.js';
import type { FileRecord } from '../../domain/page/page-record.js';
import { FileUrls } from './file-urls.js';
import { NodeStore } from '../revision/node-store.js';
import { RevisionReader, type OpenRevision } from '../revision/open-revision.js';
import { TreeReader, type SourceItems } from '../page/tree-reader.js';

@QueryHandler(ListFiles)
export class ListFilesHandler implements IQueryHandler<ListFiles> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly nodes: NodeStore,
    private readonly trees: TreeReader,
    private readonly urls: FileUrls,
  ) {}

  async execute({ caller, target, page, metadata }: ListFiles): Promise<Page<FileView>> {
    const revision = await this.revisions.open(caller, target);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const sources = metadata ? await this.trees.sources(revision) : new Map<string, never>();
    const turns = new Turns();
    const all = await readAll<FileRecord>(revision.roots.files, this.nodes.of(revision.organizationId), () =>
      turns.next(),
    );
    const rows: FileRecord[] = [];
    for (const file of all.values()) {
      if (file.id > String(after)) rows.push(file);
      if (rows.length > request.limit) break;
    }
    return toPage(
      rows,
      request,
      (file) => [file.id],
      (file) => fileView(revision, file, sources, this.urls),
    );
  }
}

@QueryHandler(GetFile)
export class GetFileHandler implements IQueryHandler<GetFile> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly nodes: NodeStore,
    private readonly trees: TreeReader,
    private readonly urls: FileUrls,
  ) {}

  async execute({ caller, target, fileId, metadata }: GetFile): Promise<FileView> {
    const revision = await this.revisions.open(caller, target);
    const source = this.nodes.of(revision.organizationId);
    const file = (await readRecords<FileRecord>(revision.roots.files, [fileId], source)).get(fileId);
    if (!file) throw new NotFound('File not found');
    const sources = metadata ? await this.trees.sources(revision) : new Map<string, never>();
    return fileView(revision, file, sources, this.urls);
  }
}

@QueryHandler(GetFiles)
export class GetFilesHandler implements IQueryHandler<GetFiles> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly nodes: NodeStore,
    private readonly urls: FileUrls,
  ) {}

  async execute({ caller, target, fileIds }: GetFiles): Promise<FileView[]> {
    if (fileIds.length === 0) return [];
    const revision = await this.revisions.open(caller, target);
    const source = this.nodes.of(revision.organizationId);
    const files = await readRecords<FileRecord>(revision.roots.files, fileIds, source);
    return fileIds.flatMap((id) => {
      const file = files.get(id);
      return file ? [fileView(revision, file, new Map<string, never>(), this.urls)] : [];
    });
  }
}

/** A file as the API shows it. */
export function fileView(
  { organizationId }: Pick<OpenRevision, 'organizationId'>,
  file: FileRecord,
  sources: SourceItems,
  urls: FileUrls,
): FileView {
  const view: FileView = {
    object: 'file',
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: urls.urlOf(organizationId, file.blob, file.name),
    size: file.size,
  };
  if (file.width !== undefined && file.height !== undefined)
    view.dimensions = { width: file.width, height: file.height };
  const git = sources.get(file.id);
  if (git) view.git = git;
  return view;
}
