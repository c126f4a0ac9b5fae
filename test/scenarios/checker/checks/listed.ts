import { isDeepStrictEqual } from 'node:util';
import type { Struck } from '../round.js';
import { seenBelow } from '../clients/requests.js';
import { bytesOf } from '../clients/choices.js';
import type { Content, FileRecord } from './content.js';
import type { CommentRow, Snapshot } from '../snapshot.js';

interface PageJson {
  id: string;
  title: string;
  slug: string;
  path: string;
  pages: PageJson[];
}

interface FileJson {
  id: string;
  name: string;
  size: number;
  downloadURL: string;
}

interface ReviewJson {
  id: string;
  status: string;
  outdated: boolean;
  revision: string;
  reviewer: { id: string };
}

interface Item {
  id: string;
  number: number;
  status: string;
  subject: string;
  revision: string;
  revisionMerged?: string;
  comments: number;
  replies: number;
  body: { markdown: string };
  reactions: { emoji: string; count: number }[];
}

/** How many past revisions are read through the API, spread over all. */
const PAST_REVISIONS = 20;
/** How many files are downloaded. */
const MOST_DOWNLOADS = 10;

/** Checks that the API returns what PostgreSQL contains. */
export function checkListed(quire: Pick<Struck, 'call'>, space: string, snapshot: Snapshot): Promise<string[]> {
  return new Listed(quire, `/spaces/${space}`, snapshot).check();
}

class Listed {
  readonly #faults: string[] = [];

  constructor(
    private readonly quire: Pick<Struck, 'call'>,
    private readonly path: string,
    private readonly snapshot: Snapshot,
  ) {}

  async check(): Promise<string[]> {
    this.#livePages();
    const looks = [
      () => this.#space(),
      () => this.#content(),
      () => this.#files(),
      () => this.#changeRequests(),
      () => this.#comments(this.path, null),
    ];
    for (const look of looks) await look().catch((error: Error) => this.#faults.push(error.message));
    return this.#faults;
  }

  async #space(): Promise<void> {
    const { head: revision, counts } = this.snapshot;
    const body = await this.#get<Record<string, unknown>>('');
    const names = ['revision', 'comments', 'changeRequests', 'changeRequestsOpen', 'changeRequestsDraft'];
    this.#expect(
      'The record of the space',
      names.map((name) => body[name]),
      [revision, counts.comments, counts.changeRequests, counts.open, counts.draft],
    );
  }

  async #content(): Promise<void> {
    const { contents, head, revisions } = this.snapshot;
    await this.#pages('/content', head);
    const past = [...revisions.keys()];
    const step = Math.max(1, Math.floor(past.length / PAST_REVISIONS));
    for (const id of past.filter((_, at) => at % step === 0)) await this.#pages(`/revisions/${id}`, id);
    for (const page of contents.of(head)?.values() ?? []) {
      const { markdown } = await this.#get<{ markdown: string }>(`/content/page/${page.id}?format=markdown`);
      const text = markdown.replace(/^---\n[^]*?\n---\n/, '').replace(/^\s*# .*\n/, '');
      const named = text.replace(/\(http[^)]*\/([^/)]+)\)/g, '($1)');
      const files = contents.files(head);
      const uses = contents.uses(page);
      const nameOf = (address: string, id: string): string => (uses.includes(id) && files.get(id)?.name) || address;
      const stored = contents.text(page).replace(/\/files\/(\w+)/g, nameOf);
      this.#expect(`The text of page ${page.id}`, named.trim(), stored);
    }
  }

  async #pages(path: string, revision: string): Promise<void> {
    const { pages } = await this.#get<{ pages: PageJson[] }>(`${path}/pages`);
    this.#expect(`The pages at ${path}`, [...seenBelow(pages, null)], inOrder(this.snapshot.contents.of(revision)));
  }

  async #changeRequests(): Promise<void> {
    const { changeRequests } = this.snapshot;
    const { items } = await this.#get<{ items: Item[] }>('/change-requests?limit=1000');
    const listed = items.map(({ id, number, status, subject, revision, revisionMerged = null, comments }) => [
      id,
      number,
      status,
      subject,
      revision,
      revisionMerged,
      comments,
    ]);
    const known = changeRequests.map(({ id, number, status, subject, revision, revisionMerged, comments }) => [
      id,
      number,
      status,
      subject,
      revision,
      revisionMerged,
      comments,
    ]);
    this.#expect('The list of change requests', listed.sort(byNumber), known.sort(byNumber));
    for (const { id, revision } of changeRequests) {
      await this.#pages(`/change-requests/${id}/content`, revision);
      await this.#comments(`${this.path}/change-requests/${id}`, id);
      await this.#reviews(`/change-requests/${id}`, id);
      await this.#conflicts(`/change-requests/${id}/conflicts`, id);
    }
  }

  async #reviews(path: string, id: string): Promise<void> {
    const { reviews, requests, changeRequests } = this.snapshot;
    const held = changeRequests.find((row) => row.id === id)?.revision;
    // An approval of earlier content is outdated by an edit, but not by a merge that changed nothing of it.
    const isEarlier = (status: string, revision: string) => status === 'approved' && revision !== held;
    const { items } = await this.#get<{ items: ReviewJson[] }>(`${path}/reviews?limit=1000`);
    this.#expect(
      `The reviews at ${path}`,
      items.map(({ id: review, status, outdated, revision, reviewer }) => [
        review,
        status,
        outdated || isEarlier(status, revision),
        revision,
        reviewer.id,
      ]),
      reviews
        .filter(({ changeRequest }) => changeRequest === id)
        .map(({ id: review, status, outdated, revision, reviewer }) => [
          review,
          status,
          outdated || isEarlier(status, revision),
          revision,
          reviewer,
        ]),
    );
    const asked = await this.#get<{ items: { user: { id: string } }[] }>(`${path}/requested-reviewers?limit=1000`);
    this.#expect(
      `Who is asked to review at ${path}`,
      asked.items.map(({ user }) => user.id).sort(),
      requests.filter(({ changeRequest }) => changeRequest === id).map(({ reviewer }) => reviewer),
    );
  }

  async #conflicts(path: string, id: string): Promise<void> {
    const { items } = await this.#get<{ items: { id: string; resolution?: string }[] }>(`${path}?limit=1000`);
    const rows = this.snapshot.conflicts.filter(({ changeRequest }) => changeRequest === id);
    this.#expect(
      `The conflicts at ${path}`,
      items.map((conflict) => [conflict.id, conflict.resolution ?? null]).sort(byId),
      rows.map((row) => [row.id, row.resolution]).sort(byId),
    );
  }

  /** The files of the space, as rows, as the API lists them, and their bytes. */
  async #files(): Promise<void> {
    const { contents, head, liveFiles } = this.snapshot;
    const files = [...contents.files(head).values()];
    const row = ({ id, name, blob, contentType, size }: FileRecord): Row => [id, name, blob, contentType, size];
    this.#expect('The rows of the current files', liveFiles.map(row).sort(byId), files.map(row).sort(byId));
    const { items } = await this.#get<{ items: FileJson[] }>('/content/files?limit=1000');
    const listed = items.map(({ id, name, size }) => [id, name, size]);
    this.#expect(
      'The list of files',
      listed.sort(byId),
      files.map(({ id, name, size }) => [id, name, size]).sort(byId),
    );
    for (const { name, downloadURL } of items.slice(0, MOST_DOWNLOADS)) {
      const bytes = await fetch(downloadURL).then((response) => response.text());
      this.#expect(`The bytes of ${name}`, bytes, bytesOf(name));
    }
  }

  async #comments(path: string, place: string | null): Promise<void> {
    const { comments } = this.snapshot;
    const threads = comments.filter(({ changeRequest, thread }) => changeRequest === place && thread === null);
    const repliesTo = (id: string): CommentRow[] => comments.filter(({ thread }) => thread === id);
    const { items } = await this.#ask<{ items: Item[] }>(`${path}/comments?limit=1000&order=asc`);
    this.#expect(
      `The comments of ${path}`,
      items.map(({ id, status, body, replies, reactions }) => [
        id,
        status,
        body.markdown.trim(),
        replies,
        reactions.map(({ emoji }) => emoji).sort(),
      ]),
      threads.map(({ id, status, text, reactions }) => [id, status, text, repliesTo(id).length, [...reactions].sort()]),
    );
    for (const { id } of threads.filter((thread) => repliesTo(thread.id).length > 0)) {
      const { items: replies } = await this.#ask<{ items: Item[] }>(`${path}/comments/${id}/replies?limit=1000`);
      this.#expect(
        `The replies to ${id}`,
        replies.map((reply) => [reply.id, reply.body.markdown.trim()]),
        repliesTo(id).map((reply) => [reply.id, reply.text]),
      );
    }
  }

  /** The rows of the live content are those of the current revision. */
  #livePages(): void {
    const { contents, head, livePages } = this.snapshot;
    const content = contents.of(head) ?? new Map();
    const pathOf = (id: string): string => {
      const { parent, slug } = content.get(id) ?? { parent: null, slug: '' };
      return parent === null ? slug : `${pathOf(parent)}/${slug}`;
    };
    const rows = livePages.map(({ id, parent, rank, slug, path, title, document }) => [
      id,
      parent,
      rank,
      slug,
      path,
      title,
      document,
    ]);
    const pages = [...content.values()].map(({ id, parent, rank, slug, title, document = null }) => [
      id,
      parent,
      rank,
      slug,
      pathOf(id),
      title,
      document,
    ]);
    this.#expect('The rows of the current pages', rows.sort(byId), pages.sort(byId));
  }

  #get<T>(path: string): Promise<T> {
    return this.#ask(`${this.path}${path}`);
  }

  async #ask<T>(path: string): Promise<T> {
    const { status, body } = await this.quire.call<T>('GET', path);
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  #expect(what: string, is: unknown, right: unknown): void {
    if (isDeepStrictEqual(is, right)) return;
    this.#faults.push(`${what} by the API: ${JSON.stringify(is)}, in the database: ${JSON.stringify(right)}`);
  }
}

/** The pages in the order of the tree, as the API lists them. */
function inOrder(content: Content = new Map()): unknown[] {
  const below = (parent: string | null): unknown[] =>
    [...content.values()]
      .filter((page) => page.parent === parent)
      .sort((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1))
      .flatMap(({ id, title }) => [[id, title, parent], ...below(id)]);
  return below(null);
}

type Row = readonly unknown[];
const byNumber = ([, a]: Row, [, b]: Row): number => Number(a) - Number(b);
const byId = ([a]: Row, [b]: Row): number => (String(a) < String(b) ? -1 : 1);
