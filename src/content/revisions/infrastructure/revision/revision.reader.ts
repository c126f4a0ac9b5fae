import { createHash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { JsonText, NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { matches } from '#kernel/application/entity-tag';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { Turns } from '#kernel/application/turns';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { COLORS, emojiPoints, readEmoji } from '#rich-document';
import {
  GetDocument,
  GetPageDocument,
  GetReusableContent,
  GetReusableContentDocument,
  GetRevision,
  ListPages,
  type Adaptation,
  type Answer,
} from '../../application/content.queries.js';
import type { ReusableContentView, RevisionTagView } from '../../application/revision.view.js';
import { readAll, readRecords } from '../../domain/map/read-map.js';
import type { FileRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import type { RevisionTag } from '../../domain/ports.js';
import { MergedChangeRequests } from '../../application/merged-change-requests.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../../spaces/infrastructure/permission/access.js';
import { adaptationFor, AdaptedDocuments, kindOfAdapted, stampOfClaims } from '../page/adapted-documents.js';
import { AnchoredLinks } from '../page/anchored-links.js';
import { FileUrls } from '../blobs/file-urls.js';
import { fileView } from '../blobs/file.reader.js';
import { NodeStore } from './node-store.js';
import { RevisionReader, type OpenRevision } from './open-revision.js';
import { hashOfDocumentId } from '../page/page-json.js';
import { RevisionPages } from './revision-pages.js';
import { TreeReader, type SourceItems } from '../page/tree-reader.js';
import { piecesOf } from '../page/pieces-of.js';
import { SPACES } from '../../../spaces/infrastructure/reading.js';

const EMPTY_DOCUMENT = '{"data":{},"nodes":[],"object":"document"}';

@QueryHandler(GetRevision)
export class GetRevisionHandler implements IQueryHandler<GetRevision> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly trees: TreeReader,
    private readonly nodes: NodeStore,
    private readonly files: FileUrls,
    private readonly settings: Settings,
    private readonly entityTags: EntityTagCache,
    private readonly changeRequests: MergedChangeRequests,
  ) {}

  async execute({ caller, target, reading }: GetRevision): Promise<Answer> {
    const note = this.entityTags.reading(target.spaceId);
    const revision = await this.revisions.open(caller, target, reading.computed);
    // Visitors do not see the change request of a merge.
    const merged =
      revision.type === 'merge' && !caller.visitor
        ? await this.changeRequests.mergedInto(revision.organizationId, revision.id)
        : undefined;
    const etag = tagOf(revision, reading.metadata, [stampOfParents(revision), ...(merged ? [merged.stamp] : [])]);
    if (matches(reading.ifNoneMatch, etag)) return new NotModified(etag, note);
    const sources = reading.metadata ? await this.trees.sources(revision) : new Map<string, never>();
    const source = this.nodes.of(revision.organizationId);
    const turns = new Turns();
    const pause = (): Promise<void> => turns.next();
    const files = await readAll<FileRecord>(revision.roots.files, source, pause);
    const contents = await readAll<ReusableContentRecord>(revision.roots.contents, source, pause);
    const head: Record<string, unknown> = {
      object: 'revision',
      id: revision.id,
      parents: revision.parents,
      type: revision.type,
      variables: revision.roots.variables,
      createdAt: revision.createdAt.toISOString(),
      tags: (revision.roots.tags ?? []).map((tag) => tagView(tag, revision.claims !== undefined)),
      urls: { app: `${this.settings.publicUrl}/s/${revision.spaceId}/~/revisions/${revision.id}/` },
    };
    if (merged) head.mergedFrom = merged.view;
    if (revision.git && reading.metadata) head.git = { ...revision.git, createdByGitBook: false };
    const { roots } = await this.trees.tree(revision);
    const pages = await this.trees.written(roots, revision, reading.metadata);
    const behind = [
      ...(await arrayOf('files', files, pause, (file) => fileView(revision, file, sources, this.files))),
      ...(await arrayOf('reusableContents', contents, pause, (content) => reusableView(content, sources))),
      Buffer.from('}'),
    ];
    return piecesOf([`${JSON.stringify(head).slice(0, -1)},"pages":`, behind], pages, etag, note);
  }
}

@QueryHandler(ListPages)
export class ListPagesHandler implements IQueryHandler<ListPages> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly trees: TreeReader,
    private readonly entityTags: EntityTagCache,
  ) {}

  async execute({ caller, target, reading }: ListPages): Promise<Answer> {
    const note = this.entityTags.reading(target.spaceId);
    const revision = await this.revisions.open(caller, target, reading.computed);
    const etag = tagOf(revision, reading.metadata);
    if (matches(reading.ifNoneMatch, etag)) return new NotModified(etag, note);
    const { roots } = await this.trees.tree(revision);
    const pages = await this.trees.written(roots, revision, reading.metadata);
    return piecesOf(['{"pages":', [Buffer.from('}')]], pages, etag, note, pages.kept);
  }
}

@QueryHandler(GetPageDocument)
export class GetPageDocumentHandler implements IQueryHandler<GetPageDocument> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly pages: RevisionPages,
    private readonly documents: AdaptedDocuments,
    private readonly anchored: AnchoredLinks,
  ) {}

  async execute({ caller, target, pageId, adapted: asked, ifNoneMatch }: GetPageDocument): Promise<Answer> {
    const revision = await this.revisions.open(caller, target);
    const adapted = adaptationFor(revision, 'document', asked);
    const record = await this.pages.record(revision, pageId);
    if (record?.type !== 'document') throw new NotFound('Page not found');
    if (!adapted) return documentAnswer(this.pages, revision.organizationId, record.document, ifNoneMatch);
    const etag = adaptedTag(revision, adapted);
    if (matches(ifNoneMatch, etag)) return new NotModified(etag);
    const document = await this.documents.read(revision, record.document, record, adapted);
    return new JsonText(JSON.stringify(await this.anchored.resolved(revision, pageId, document)), etag);
  }
}

@QueryHandler(GetReusableContentDocument)
export class GetReusableContentDocumentHandler implements IQueryHandler<GetReusableContentDocument> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly nodes: NodeStore,
    private readonly pages: RevisionPages,
    private readonly documents: AdaptedDocuments,
    private readonly anchored: AnchoredLinks,
  ) {}

  async execute(query: GetReusableContentDocument): Promise<Answer> {
    const { caller, target, reusableContentId, ifNoneMatch } = query;
    const revision = await this.revisions.open(caller, target);
    const adapted = adaptationFor(revision, 'document', query.adapted);
    const source = this.nodes.of(revision.organizationId);
    const records = await readRecords<ReusableContentRecord>(revision.roots.contents, [reusableContentId], source);
    const record = records.get(reusableContentId);
    if (!record) throw new NotFound('Reusable content not found');
    if (!adapted) return documentAnswer(this.pages, revision.organizationId, record.document, ifNoneMatch);
    const etag = adaptedTag(revision, adapted);
    if (matches(ifNoneMatch, etag)) return new NotModified(etag);
    const document = await this.documents.read(revision, record.document, undefined, adapted);
    return new JsonText(JSON.stringify(await this.anchored.resolved(revision, undefined, document)), etag);
  }
}

@QueryHandler(GetReusableContent)
export class GetReusableContentHandler implements IQueryHandler<GetReusableContent> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly nodes: NodeStore,
    private readonly trees: TreeReader,
  ) {}

  async execute({ caller, target, reusableContentId, metadata }: GetReusableContent): Promise<ReusableContentView> {
    const revision = await this.revisions.open(caller, target);
    const source = this.nodes.of(revision.organizationId);
    const records = await readRecords<ReusableContentRecord>(revision.roots.contents, [reusableContentId], source);
    const record = records.get(reusableContentId);
    if (!record) throw new NotFound('Reusable content not found');
    return reusableView(record, metadata ? await this.trees.sources(revision) : new Map<string, never>());
  }
}

const DOCUMENT_OF_SPACE = `select s.organization_id as "organizationId", s.level,
    ${grantedRankToRead('s', '$4', '$5')} as granted, d.body
  from ${SPACES} s
  join content.space_document k on k.organization_id = s.organization_id and k.space_id = s.id
  join content.document d on d.organization_id = s.organization_id and d.hash = k.hash
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and k.hash = decode($3, 'hex')`;

@QueryHandler(GetDocument)
export class GetDocumentHandler implements IQueryHandler<GetDocument> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, spaceId, documentId, ifNoneMatch }: GetDocument): Promise<Answer> {
    const hash = hashOfDocumentId(documentId);
    const { subjects, guestOf } = callerParameters(caller);
    const row =
      hash === undefined
        ? undefined
        : await this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
            this.sql.row<AccessRow & { body: string }>('document.of-space', DOCUMENT_OF_SPACE, [
              ...[organizationId, spaceId, hash, subjects, guestOf],
            ]),
          );
    if (!row || !roleOf(caller, row)) throw new NotFound('Document not found');
    const etag = `"${documentId}"`;
    return matches(ifNoneMatch, etag) ? new NotModified(etag) : new JsonText(row.body, etag);
  }
}

/** Characters of JSON that are sent together. */
const PIECE = 16_384;

/** A further member of an object in JSON, in pieces: the views of records. */
async function arrayOf<R>(
  name: string,
  records: ReadonlyMap<string, R>,
  pause: () => Promise<void>,
  viewOf: (record: R) => object,
): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let text = `,"${name}":[`;
  let isFirst = true;
  for (const record of records.values()) {
    text += (isFirst ? '' : ',') + JSON.stringify(viewOf(record));
    isFirst = false;
    if (text.length < PIECE) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await pause();
  }
  pieces.push(Buffer.from(`${text}]`));
  return pieces;
}

/** The entity tag of adapted content, which depends only on the revision and the adaptation. */
function adaptedTag(revision: OpenRevision, adapted: Adaptation): string {
  return `"${revision.id}.${kindOfAdapted(adapted)}${stampOfClaims(revision)}"`;
}

async function documentAnswer(
  pages: RevisionPages,
  organizationId: string,
  hash: string | undefined,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const etag = `"d.${hash ?? 'empty'}"`;
  if (matches(ifNoneMatch, etag)) return new NotModified(etag);
  if (hash === undefined) return new JsonText(EMPTY_DOCUMENT, etag);
  const document = await pages.document(organizationId, hash);
  if (!document) throw new Error(`The document ${hash} is missing in the store`);
  return new JsonText(document.body, etag);
}

function reusableView(content: ReusableContentRecord, sources: SourceItems): ReusableContentView {
  const view: ReusableContentView = {
    object: 'reusable-content',
    id: content.id,
    title: content.title,
    document: Buffer.from(content.document, 'hex').toString('base64url'),
  };
  const git = sources.get(content.id);
  if (git) view.git = git;
  return view;
}

function tagOf(revision: OpenRevision, metadata: boolean, stamps: readonly string[] = []): string {
  const uncomputed = revision.uncomputed ? ['u'] : [];
  const parts = [revision.id, metadata ? revision.sources : 'x', ...uncomputed, ...stamps];
  return `"${parts.join('.')}${stampOfClaims(revision)}"`;
}

/** Others are named as the parents of a revision when those that it was made from are removed. */
function stampOfParents({ parents }: OpenRevision): string {
  return createHash('sha256').update(parents.join(' ')).digest('hex').slice(0, 12);
}

/**
 * Imports store tags as written, so invalid colors and emojis are left out here. An emoji takes precedence over an
 * icon.
 */
function tagView({ slug, label, color = '', icon, emoji }: RevisionTag, forVisitor: boolean): RevisionTagView {
  const sign = emoji === undefined ? undefined : readEmoji(emoji);
  return {
    slug,
    label,
    color: COLORS.has(color) ? (color as RevisionTagView['color']) : 'default',
    ...(sign !== undefined ? { emoji: forVisitor ? emojiPoints(sign) : sign } : icon !== undefined && { icon }),
  };
}
