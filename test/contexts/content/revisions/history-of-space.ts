import type { Answer, ApiClient } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

const DAY = 86_400_000;

/** Revisions with those they were made from, in order. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** All revisions that lead to one. */
export function ancestorsOf(graph: Graph, id: string): Set<string> {
  const found = new Set<string>();
  const open = [...(graph.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return found;
}

/** The first of these on the line of first parents above a revision. */
export function firstAbove(graph: Graph, id: string, among: (id: string) => boolean): string | undefined {
  let at = graph.get(id)?.[0];
  while (at !== undefined && !among(at)) at = graph.get(at)?.[0];
  return at;
}

/** What is wrong with a graph that was made from another by removing revisions. */
export function faultsOf(before: Graph, after: Graph): string[] {
  const faults: string[] = [];
  for (const [id, parents] of after) {
    if (!before.has(id)) continue;
    // A change request that is merged without a change has the same revision on both sides, and is left as it is.
    const isTouched = parents.join() !== before.get(id)?.join();
    if (isTouched && new Set(parents).size < parents.length) faults.push(`${id} names a parent twice`);
    for (const parent of parents) if (!after.has(parent)) faults.push(`${id} names ${parent}, which is gone`);
    const expected = [...ancestorsOf(before, id)].filter((each) => after.has(each)).sort();
    if (expected.join() !== [...ancestorsOf(after, id)].sort().join()) faults.push(`${id} has other ancestors`);
    const first = firstAbove(before, id, (each) => after.has(each));
    if (first !== undefined && parents[0] !== first) faults.push(`${id} has ${parents[0]} as its first parent`);
  }
  return faults;
}

/** A space that is edited for a while, with change requests in every state. */
export class HistoryOfSpace {
  readonly requests: Record<string, TestChangeRequest> = {};
  pages: string[] = [];
  comment = '';

  constructor(
    private readonly server: TestServer,
    readonly space: TestSpace,
  ) {}

  static async begin(server: TestServer, user: TestUser & { organization: string }): Promise<HistoryOfSpace> {
    return new HistoryOfSpace(server, await TestSpace.create(user));
  }

  /** Many edits that nothing needs, 40 days ago. */
  static async edited(
    server: TestServer,
    user: TestUser & { organization: string },
    times: number,
  ): Promise<HistoryOfSpace> {
    const history = await HistoryOfSpace.begin(server, user);
    history.pages = [await history.space.insert('Garden', 'Roses.')];
    await history.edit(history.pages[0] ?? '', times);
    server.clock.advance(40 * DAY);
    return history;
  }

  async request(name: string): Promise<TestChangeRequest> {
    return (this.requests[name] = await TestChangeRequest.create(this.space, name));
  }

  /** Old work; the clock is 40 days on afterwards. */
  async play(): Promise<void> {
    const { space } = this;
    const garden = await space.insert('Garden', 'Roses.\n\nYew.\n\nIvy.');
    const pond = await space.insert('Pond', 'Carp.\n\nReed.');
    this.pages = [garden, pond];
    await this.edit(garden, 4);
    const comment = await space.api.post(`${space.path}/comments`, { body: { markdown: 'Nice.' }, page: garden });
    this.comment = comment.body.id;
    const merged = await this.request('merged');
    await this.edit(pond, 2, merged);
    await this.edit(garden, 2);
    await merged.bringUpToDate();
    await this.edit(pond, 2, merged);
    await this.edit(garden, 2);
    await merged.merge();
    const archived = await this.request('archived');
    await this.edit(pond, 3, archived);
    await archived.set({ status: 'archived' });
    await this.edit(garden, 3);
    const conflicting = await this.request('conflicting');
    await conflicting.change({ operation: 'update_page', page: pond, document: { markdown: 'Carp, theirs.' } });
    await space.update(pond, { document: { markdown: 'Carp, ours.' } });
    await conflicting.merge();
    const open = await this.request('open');
    await this.edit(pond, 2, open);
    await this.edit(garden, 2);
    await open.bringUpToDate();
    await this.edit(garden, 3);
    await open.change({ operation: 'insert_page', title: 'Hedge', document: { markdown: 'Box.' } });
    await this.edit(garden, 8);
    this.server.clock.advance(40 * DAY);
  }

  /** A page gets other text some times, in the space or in a change request of it. */
  async edit(page: string, times: number, on: TestChangeRequest | TestSpace = this.space): Promise<void> {
    for (let i = 0; i < times; i++) {
      const markdown = `${page === this.pages[0] ? 'Roses' : 'Carp'}.\n\nNumber ${++this.#edits}.`;
      await on.change({ operation: 'update_page', page, document: { markdown } });
    }
  }
  #edits = 0;

  /** The revisions of the space with their parents. */
  async graph(): Promise<Map<string, string[]>> {
    const rows = await this.server.rows<{ id: string; parents: string[] }>(
      `select r.id, array(select p.parent_id from content.revision_parent p
         where p.organization_id = r.organization_id and p.revision_id = r.id order by p.ordinal) as parents
       from content.revision r where r.space_id = $1 order by r.id`,
      [this.space.id],
    );
    return new Map(rows.map(({ id, parents }) => [id, parents]));
  }

  /** What is answered about change requests, comments and the current content but its parents, by address. */
  async answers(api: ApiClient = this.space.api): Promise<Record<string, string>> {
    const { path } = this.space;
    const addresses = [path, `${path}/content`, `${path}/content/pages`, `${path}/comments`, `${path}/change-requests`];
    addresses.push(...this.pages.map((page) => `${path}/content/page/${page}`), `${path}/comments/${this.comment}`);
    for (const request of Object.values(this.requests)) {
      const { revisionMerged } = await request.read();
      if (revisionMerged) addresses.push(`${path}/revisions/${revisionMerged}/changes`);
      for (const part of ['', '/changes', '/conflicts', '/reviews', '/contributors', '/content/pages', '/comments'])
        addresses.push(`${request.path}${part}`);
      addresses.push(...this.pages.map((page) => `${request.path}/content/page/${page}`));
    }
    const texts = await this.#texts(api, addresses);
    for (const [at, text] of Object.entries(texts)) texts[at] = text.replace(/"parents":\[[^\]]*\],/, '');
    return texts;
  }

  /** What is answered of the content of revisions. */
  async contents(revisions: Iterable<string>): Promise<Record<string, string>> {
    const { path, api } = this.space;
    const addresses = [...revisions].flatMap((id) => [
      `${path}/revisions/${id}/pages`,
      ...this.pages.map((page) => `${path}/revisions/${id}/page/${page}/document`),
    ]);
    return this.#texts(api, addresses);
  }

  async #texts(api: ApiClient, addresses: readonly string[]): Promise<Record<string, string>> {
    const texts: Record<string, string> = {};
    for (const address of addresses) {
      const { status, text }: Answer = await api.get(address);
      texts[address] = `${status} ${text}`;
    }
    return texts;
  }
}

/** Ids by their first appearance, and no times: answers of two spaces with the same history are the same. */
export function withoutIds(texts: Record<string, string>): string[] {
  const names = new Map<string, string>();
  return Object.values(texts).map((text) =>
    text
      .replaceAll(/"[^"]*T\d\d:\d\d:[^"]*"/g, '"time"')
      .replaceAll(/\b[A-Za-z0-9_-]{43}\b|\b[A-Za-z][A-Za-z0-9]{19}\b/g, (id) => {
        if (!names.has(id)) names.set(id, `#${names.size}`);
        return names.get(id) ?? '';
      }),
  );
}
