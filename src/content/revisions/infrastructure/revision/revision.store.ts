import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Events } from '#kernel/domain/events';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import type { NodeSource, StoredNode } from '../../domain/map/map-node.js';
import { writeRecords, type WrittenMap } from '../../domain/map/write-map.js';
import {
  type Head,
  type RevisionDraft,
  type RevisionRoots,
  Revisions,
  type RevisionTag,
  type StoredDocument,
  type AlternativeMap,
} from '../../domain/ports.js';
import type { SpaceWithRole } from '../../../spaces/domain/space/spaces.js';
import { Space, type SpaceState } from '../../../spaces/domain/space/space.js';
import {
  callerParameters,
  grantedRank,
  NO_SUBJECTS,
  roleOf,
  type AccessRow,
} from '../../../spaces/infrastructure/permission/access.js';
import { SPACE_COLUMNS } from '../../../spaces/infrastructure/space/space-table.js';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { NamesRevisions } from '../history/names-revisions.js';
import { StoresByHash } from '../garbage/stored-by-hash.js';
import { documentValues } from './document-columns.js';
import { DocumentWriter } from './document-writer.js';
import { NodeStore } from './node-store.js';
import { WRITE_HEAD, WRITE_REVISION, type Statement } from './revision-statements.js';
import { LiveProjection } from '../page/live-projection.js';
import type { RecordsBefore } from '../page/live-targets.js';
import { SPACE_ROWS } from '../../../spaces/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../../spaces/infrastructure/space/space-rows.js';

interface RootsRow {
  /** Null where the revision was committed after the statement began. */
  generation: number | null;
  pages: string | null;
  files: string | null;
  contents: string | null;
  variables: RevisionRoots['variables'] | null;
  tags: RevisionTag[] | null;
}

const ROOTS = `r.generation, encode(r.pages_root, 'hex') as pages, encode(r.files_root, 'hex') as files,
  encode(r.contents_root, 'hex') as contents, r.variables, r.tags`;

interface LockedRow extends SpaceState, AccessRow, RootsRow {
  organizationId: string;
  revisionId: string;
  pageCount: number;
}

const LOCK_HEAD = `with locked as (
    select ${SPACE_COLUMNS}, s.level, ${grantedRank('s', '$3')} as granted, h.revision_id as "revisionId",
      h.pages as "pageCount"
    from ${SPACE_ROWS} s
    join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
    where s.organization_id = $1 and s.id = $2 for no key update of s for no key update of h
  )
  select locked.*, ${ROOTS} from locked
  left join content.revision r on r.organization_id = $1 and r.id = locked."revisionId"`;

const NO_CONTENT: RevisionRoots = { pages: null, files: null, contents: null, variables: {}, tags: [] };

/** Those of the current revision. Reading `space_document` instead would read what every edit left there. */
const CURRENT_DOCUMENTS = `select document as hash from content.live_page
    where organization_id = $1 and space_id = $2 and document is not null
  union select document from content.live_content
    where organization_id = $1 and space_id = $2`;

/**
 * Stores revisions in PostgreSQL: a new one writes the nodes that differ and one row of its own, and moves the head.
 */
@Injectable()
@StoresByHash({ table: 'document' }, { table: 'node', nodes: true }, { table: 'space_document', ofSpaces: true })
@NamesRevisions({ table: 'space_head', columns: ['revision_id'] })
@OwnsRowsOfSpaces(
  { table: 'space_head' },
  { table: 'space_document', copied: 'hash', copiedFrom: `(${CURRENT_DOCUMENTS}) current` },
  {
    table: 'live_page',
    copied: 'page_id, parent_id, rank, slug, path, type, title, document, heading, members, links',
  },
  { table: 'live_content', copied: 'content_id, title, document' },
  { table: 'live_target', copied: 'kind, item_id, targets' },
  { table: 'live_file', copied: 'file_id, name, blob, content_type, size, width, height' },
)
export class RevisionStore extends Revisions {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly nodes: NodeStore,
    private readonly documents: DocumentWriter,
    private readonly projection: LiveProjection,
    private readonly entityTags: EntityTagCache,
    events: Events,
  ) {
    super(events);
  }

  async createFirst(space: Space, author: string, now: Date): Promise<Head> {
    const revisionId = newId(now.getTime());
    const { organizationId, id: spaceId } = space;
    await this.sql.rows(
      'revision.first',
      `with revision as (
         insert into content.revision (organization_id, id, space_id, type, generation, variables, author, created_at)
         values ($1, $2, $3, 'edits', 0, '{}', $4, $5)
       ) insert into content.space_head (organization_id, space_id, revision_id, updated_at) values ($1, $3, $2, $5)`,
      [organizationId, revisionId, spaceId, author, now],
    );
    return { organizationId, spaceId, revisionId, generation: 0, roots: NO_CONTENT };
  }

  /** Locks the row of the space before its head, as every writer does, and as those who lock or delete the space do. */
  async lockHead(spaceId: string, caller?: Caller): Promise<(SpaceWithRole & { head: Head }) | undefined> {
    await this.unitOfWork.claimMutex(spaceId);
    const subjects = caller ? callerParameters(caller).subjects : NO_SUBJECTS;
    const row = await this.sql.within({ table: 'content.space', id: spaceId }, (organization) =>
      this.sql.row<LockedRow & {}>('revision.lock-head-2', LOCK_HEAD, [organization, spaceId, subjects]),
    );
    if (!row) return undefined;
    const { revisionId, pageCount, generation, pages, files, contents, variables, tags, level, granted, ...state } =
      row;
    const { organizationId } = state;
    const role = caller && roleOf(caller, { organizationId, level, granted });
    const seen = generation === null ? undefined : { generation, pages, files, contents, variables, tags };
    const roots = seen ?? (await this.#roots(organizationId, revisionId));
    const head = { ...headOf(organizationId, spaceId, revisionId, roots), pageCount };
    return { space: Space.from(state), role, head };
  }

  /**
   * After a wait for the lock the head may be newer than the statement's snapshot, in which its revision is not
   * visible; the next statement sees it.
   */
  #roots(organizationId: string, revisionId: string): Promise<RootsRow | undefined> {
    return this.sql.row<RootsRow>(
      'revision.roots',
      `select ${ROOTS} from content.revision r where r.organization_id = $1 and r.id = $2`,
      [organizationId, revisionId],
    );
  }

  async addDocuments(organizationId: string, documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await this.documents.add(organizationId, documentValues(documents));
  }

  protected async storeHead(draft: RevisionDraft): Promise<string> {
    const { id, before } = await this.#add(draft, WRITE_HEAD);
    if (id !== draft.head.revisionId) await this.projection.apply(draft, before);
    return id;
  }

  async store(draft: RevisionDraft): Promise<string> {
    return (await this.#add(draft, WRITE_REVISION)).id;
  }

  /**
   * Writes a revision with the given statement. Returns its id, or that of the head where nothing differs, and the
   * head's records of those that changed.
   */
  async #add(draft: RevisionDraft, statement: Statement): Promise<{ id: string; before: RecordsBefore }> {
    const { head } = draft;
    const source = this.nodes.of(head.organizationId);
    const alternatives = draft.alternatives ?? {};
    const pages = await writeSmaller(head.roots.pages, draft.pages, alternatives.pages, source);
    const files = await writeSmaller(head.roots.files, draft.files, alternatives.files, source);
    const contents = await writeSmaller(head.roots.contents, draft.contents, alternatives.contents, source);
    const variables = draft.variables ?? head.roots.variables;
    const tags = draft.tags ?? head.roots.tags ?? [];
    const roots = { pages: pages.root, files: files.root, contents: contents.root, variables, tags };
    const before = { pages: pages.before, contents: contents.before };
    if (draft.parents === undefined && isSame(head.roots, roots)) return { id: head.revisionId, before };
    const id = newId(draft.now.getTime());
    const nodes = new Map([...pages.nodes, ...files.nodes, ...contents.nodes]);
    const more = statement === WRITE_HEAD ? [head.revisionId, growthOf(draft, before)] : [];
    await this.#write(statement, draft, id, nodes, roots, documentsOf(draft, before), more);
    this.unitOfWork.afterCommit(() => this.nodes.remember(head.organizationId, nodes));
    this.entityTags.changed(head.spaceId);
    return { id, before };
  }

  async #write(
    { name, text }: Statement,
    draft: RevisionDraft,
    id: string,
    nodes: ReadonlyMap<string, StoredNode>,
    roots: RevisionRoots,
    shown: readonly string[],
    more: readonly unknown[],
  ): Promise<void> {
    const { head } = draft;
    const { tags = [] } = roots;
    const [hashes, bodies, texts, slots, lists] = documentValues(draft.documents);
    await this.sql.defer(name, text, [
      head.organizationId,
      textArray([...nodes.keys()]),
      textArray([...nodes.values()].map(({ text }) => text)),
      hashes,
      bodies,
      texts,
      slots,
      head.spaceId,
      shown,
      id,
      draft.type,
      head.generation + 1,
      roots.pages,
      roots.files,
      roots.contents,
      JSON.stringify(roots.variables),
      draft.author,
      draft.message ?? null,
      draft.git ? JSON.stringify(draft.git) : null,
      draft.now,
      draft.parents ?? [head.revisionId],
      lists,
      JSON.stringify(tags),
      ...more,
    ]);
  }
}

/** By how many pages the head grows. */
function growthOf({ pages }: RevisionDraft, before: RecordsBefore): number {
  let grows = 0;
  for (const [id, record] of pages) grows += Number(record !== null) - Number(before.pages.has(id));
  return grows;
}

/** Applies the changes, or those of the alternative where they are fewer. */
async function writeSmaller<R extends { id: string }>(
  root: string | null,
  changes: ReadonlyMap<string, R | null>,
  alternative: AlternativeMap<R> | undefined,
  source: NodeSource,
): Promise<WrittenMap<R>> {
  if (!alternative || alternative.changes.size >= changes.size) return writeRecords(root, changes, source);
  const { root: reached, nodes } = await writeRecords(alternative.root, alternative.changes, source);
  return { root: reached, nodes, before: alternative.before };
}

function headOf(organizationId: string, spaceId: string, revisionId: string, row: RootsRow | undefined): Head {
  if (!row) throw new Error(`The revision ${revisionId} is missing from the store.`);
  const { pages, files, contents, variables, tags, generation } = row;
  const roots = { pages, files, contents, variables: variables ?? {}, tags: tags ?? [] };
  return { organizationId, spaceId, revisionId, generation: generation ?? 0, roots };
}

/** The documents to which changed records newly refer; members of the space may now read them. */
function documentsOf(draft: RevisionDraft, before: RecordsBefore): string[] {
  const named = (
    record: { id: string; document?: string } | null,
    then: { document?: string } | undefined,
  ): string[] => (record?.document === undefined || record.document === then?.document ? [] : [record.document]);
  return [
    ...[...draft.pages].flatMap(([id, record]) => named(record, before.pages.get(id))),
    ...[...draft.contents].flatMap(([id, record]) => named(record, before.contents.get(id))),
  ];
}

function isSame(a: RevisionRoots, b: RevisionRoots): boolean {
  return (
    a.pages === b.pages &&
    a.files === b.files &&
    a.contents === b.contents &&
    JSON.stringify(a.variables) === JSON.stringify(b.variables) &&
    canonicalJson(a.tags ?? []) === canonicalJson(b.tags ?? [])
  );
}
