import pg from 'pg';
import type { Content, Contents, FileRecord, Page } from './checks/content.js';
import { orphansOf } from './checks/orphans.js';
import type { StoredConflict } from './checks/settling.js';

export interface RevisionRow {
  id: string;
  type: string;
  /** Milliseconds. */
  createdAt: number;
  root: string | null;
  /** The reference to its files. */
  files: string | null;
  parents: string[];
}

export interface ChangeRequestRow {
  id: string;
  number: number;
  status: string;
  subject: string;
  revision: string;
  revisionInitial: string;
  mergedAncestor: string;
  revisionMerged: string | null;
  outcome: string | null;
  comments: number;
  /** The number of edits counted for contributors. */
  edits: number;
}

export interface ConflictRow {
  id: string;
  changeRequest: string;
  revision: string;
  /** The page and the versions, as stored. */
  conflict: StoredConflict;
  resolution: string | null;
  revisionResolved: string | null;
}

export interface ReviewRow {
  id: string;
  changeRequest: string;
  revision: string;
  reviewer: string;
  status: string;
  outdated: boolean;
  /** Milliseconds. */
  createdAt: number;
  updatedAt: number;
}

export interface CommentRow {
  id: string;
  /** The review that it came with. */
  review: string | null;
  changeRequest: string | null;
  thread: string | null;
  text: string;
  status: string | null;
  reactions: string[];
}

export interface LivePageRow {
  id: string;
  parent: string | null;
  rank: string;
  slug: string;
  path: string | null;
  title: string;
  document: string | null;
}

/** Everything that PostgreSQL contains of one space in the end. */
export interface Snapshot {
  deleted: boolean;
  head: string;
  revisions: Map<string, RevisionRow>;
  changeRequests: ChangeRequestRow[];
  comments: CommentRow[];
  conflicts: ConflictRow[];
  reviews: ReviewRow[];
  /** The requested reviews. */
  requests: { changeRequest: string; reviewer: string }[];
  mergeRules: { type: string; rules?: { rule: string }[] };
  counts: { comments: number; changeRequests: number; open: number; draft: number };
  livePages: LivePageRow[];
  liveFiles: FileRecord[];
  /** The search index of the pages, by their ids. */
  found: Map<string, string>;
  /** Rows that refer to a missing row. */
  orphans: string[];
  contents: Contents;
}

const REVISIONS = `select r.id, r.type, extract(epoch from r.created_at) * 1000 as "createdAt",
    encode(r.pages_root, 'hex') as root, encode(r.files_root, 'hex') as files,
    array(select p.parent_id from content.revision_parent p
      where p.organization_id = r.organization_id and p.revision_id = r.id order by p.ordinal) as parents
  from content.revision r where r.organization_id = $1 and r.space_id = $2`;

const CHANGE_REQUESTS = `select c.id, c.number, c.status, c.subject, c.revision_id as revision,
    c.revision_initial as "revisionInitial", c.revision_merged_ancestor as "mergedAncestor",
    c.revision_merged as "revisionMerged", c.merge_outcome as outcome, c.comments,
    coalesce((select sum(k.count) from content.change_request_contributor k
      where k.organization_id = c.organization_id and k.change_request_id = c.id and k.action = 'edit'), 0)::int as edits
  from content.change_request c where c.organization_id = $1 and c.space_id = $2 order by c.number`;

const COMMENTS = `select c.id, c.review_id as review, c.change_request_id as "changeRequest", c.thread_id as thread, trim(c.markdown, E' \\n') as text,
    c.status, array(select r.emoji from content.comment_reaction r
      where r.organization_id = c.organization_id and r.comment_id = c.id order by r.emoji) as reactions
  from content.comment c where c.organization_id = $1 and c.space_id = $2 order by c.id`;

const CONFLICTS = `select m.id, m.change_request_id as "changeRequest", m.revision_id as revision,
    m.conflict::json as conflict, m.resolution, m.revision_resolved as "revisionResolved"
  from content.merge_conflict m join content.change_request c
    on c.organization_id = m.organization_id and c.id = m.change_request_id
  where c.organization_id = $1 and c.space_id = $2 order by m.revision_id, m.position`;

const REVIEWS = `select r.id, r.change_request_id as "changeRequest", r.revision_id as revision, r.reviewer_id as reviewer,
    r.status, r.outdated, (extract(epoch from r.created_at) * 1000)::float8 as "createdAt",
    (extract(epoch from r.updated_at) * 1000)::float8 as "updatedAt"
  from content.change_request_review r join content.change_request c
    on c.organization_id = r.organization_id and c.id = r.change_request_id
  where c.organization_id = $1 and c.space_id = $2 order by r.created_at, r.id`;

const REQUESTS = `select r.change_request_id as "changeRequest", r.user_id as reviewer
  from content.change_request_reviewer r join content.change_request c
    on c.organization_id = r.organization_id and c.id = r.change_request_id
  where c.organization_id = $1 and c.space_id = $2 order by 1, 2`;

const SPACE = `select s.deleted_at is not null as deleted, s.merge_rules as "mergeRules",
    h.revision_id as head, coalesce(k.comments, 0) as comments,
    coalesce(k.change_requests, 0) as "changeRequests", coalesce(k.change_requests_open, 0) as open,
    coalesce(k.change_requests_draft, 0) as draft
  from content.space s
  left join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  left join content.space_counts k on k.organization_id = s.organization_id and k.space_id = s.id
  where s.organization_id = $1 and s.id = $2`;

const LIVE_PAGES = `select page_id as id, parent_id as parent, rank, slug, path, title, encode(document, 'hex') as document
  from content.live_page where organization_id = $1 and space_id = $2`;

const LIVE_FILES = `select file_id as id, name, encode(blob, 'hex') as blob, content_type as "contentType",
    size::float8 as size
  from content.live_file where organization_id = $1 and space_id = $2`;

const FOUND = `select page_id as id, string_agg(body, ' ' order by ordinal) as text
  from content.search_passage where organization_id = $1 and space_id = $2 group by page_id`;

const NODES = `select encode(hash, 'hex') as hash, body from content.node where organization_id = $1`;
const TEXTS = `select encode(hash, 'hex') as hash, trim(markdown, E' \\n') as text, slots from content.document where organization_id = $1`;

/** Reads one space in one transaction, as a consistent snapshot. */
export async function takeSnapshot(databaseUrl: string, organization: string, space: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const rows = async <R extends object>(text: string, ...values: string[]): Promise<R[]> =>
      (await client.query<R & pg.QueryResultRow>(text, values)).rows;
    const [record] = await rows<Pick<Snapshot, 'deleted' | 'head' | 'mergeRules'> & Snapshot['counts']>(
      SPACE,
      organization,
      space,
    );
    if (!record) throw new Error(`The space ${space} is gone.`);
    const { deleted, head, mergeRules, ...counts } = record;
    const revisions = await rows<RevisionRow>(REVISIONS, organization, space);
    const known = new Map(revisions.map((row) => [row.id, { ...row, createdAt: Number(row.createdAt) }]));
    const found = await rows<{ id: string; text: string }>(FOUND, organization, space);
    const nodes = await rows<{ hash: string; body: string }>(NODES, organization);
    const texts = await rows<{ hash: string; text: string; slots: string | null }>(TEXTS, organization);
    return {
      deleted,
      head,
      mergeRules,
      counts,
      revisions: known,
      changeRequests: await rows<ChangeRequestRow>(CHANGE_REQUESTS, organization, space),
      comments: await rows<CommentRow>(COMMENTS, organization, space),
      conflicts: await rows(CONFLICTS, organization, space),
      reviews: await rows<ReviewRow>(REVIEWS, organization, space),
      requests: await rows(REQUESTS, organization, space),
      liveFiles: await rows<FileRecord>(LIVE_FILES, organization, space),
      livePages: await rows<LivePageRow>(LIVE_PAGES, organization, space),
      found: new Map(found.map(({ id, text }) => [id, text])),
      orphans: await orphansOf((text) => rows(text)),
      contents: new StoredContents(
        known,
        new Map(nodes.map(({ hash, body }) => [hash, body])),
        new Map(texts.map(({ hash, ...text }) => [hash, withFiles(text)])),
      ),
    };
  } finally {
    await client.end();
  }
}

/** The text of a document, with the addresses of files as they were written, and the files it uses. */
interface Text {
  text: string;
  files: string[];
}

function withFiles({ text, slots }: { text: string; slots: string | null }): Text {
  const refs = JSON.parse(slots ?? '[]') as { file: string }[];
  const files = refs.map(({ file }) => file);
  return { text: text.replace(/\ue000(\d+)\ue001/g, (_, at) => `/files/${files[Number(at)]}`), files };
}

/** Reads the pages and files of revisions from the nodes of their maps. */
class StoredContents implements Contents {
  readonly #known = new Map<string, ReadonlyMap<string, { id: string }>>();

  constructor(
    private readonly revisions: ReadonlyMap<string, RevisionRow>,
    private readonly nodes: ReadonlyMap<string, string>,
    private readonly texts: ReadonlyMap<string, Text>,
  ) {}

  of(revision: string): Content | undefined {
    const row = this.revisions.get(revision);
    return row && this.#map<Page>(row.root);
  }

  files(revision: string): ReadonlyMap<string, FileRecord> {
    return this.#map<FileRecord>(this.revisions.get(revision)?.files ?? null);
  }

  text(page: Page): string {
    return this.#text(page).text;
  }

  uses(page: Page): readonly string[] {
    return this.#text(page).files;
  }

  #text({ id, document }: Page): Text {
    const text = document === undefined ? { text: '', files: [] } : this.texts.get(document);
    if (text === undefined) throw new Error(`The document ${document} of page ${id} is missing from the store.`);
    return text;
  }

  #map<R extends { id: string }>(root: string | null): ReadonlyMap<string, R> {
    if (root === null) return new Map();
    const known = this.#known.get(root) ?? new Map([...this.#below<R>(root)].map((record) => [record.id, record]));
    this.#known.set(root, known);
    return known as ReadonlyMap<string, R>;
  }

  *#below<R>(hash: string | null): Generator<R> {
    if (hash === null) return;
    const body = this.nodes.get(hash);
    if (body === undefined) throw new Error(`The node ${hash} is missing from the store.`);
    const node = JSON.parse(body) as { e: R[] } | { k: (string | null)[] };
    if ('e' in node) yield* node.e;
    else for (const kid of node.k) yield* this.#below<R>(kid);
  }
}
