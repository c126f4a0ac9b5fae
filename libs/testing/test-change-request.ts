import type { Answer, ApiClient, Json, Request } from './api-client.js';
import type { TestSpace } from './test-space.js';

/** A change request for tests: every step is an HTTP request. */
export class TestChangeRequest {
  private constructor(
    readonly api: ApiClient,
    readonly space: TestSpace,
    readonly id: string,
  ) {}

  static async create(space: TestSpace, subject = 'A change'): Promise<TestChangeRequest> {
    const answer = await space.api.post(`${space.path}/change-requests`, { subject });
    if (answer.status !== 201) throw new Error(`The change request was answered with ${answer.status}: ${answer.text}`);
    return new TestChangeRequest(space.api, space, answer.body.id);
  }

  get path(): string {
    return `${this.space.path}/change-requests/${this.id}`;
  }

  /** The same change request as another caller sees it. */
  as(api: ApiClient): TestChangeRequest {
    return new TestChangeRequest(api, this.space.as(api), this.id);
  }

  async read(): Promise<Json> {
    return (await this.api.get(this.path)).body;
  }

  set(fields: object, request?: Request): Promise<Answer> {
    return this.api.patch(this.path, fields, request);
  }

  send(changes: object[], request?: Request): Promise<Answer> {
    return this.api.post(`${this.path}/content`, { changes }, { query: { compat: false }, ...request });
  }

  /** Makes changes that must succeed; returns the response. */
  async change(...changes: object[]): Promise<Json> {
    const { status, body, text } = await this.send(changes);
    if (status !== 200) throw new Error(`The changes were answered with ${status}: ${text}`);
    return body;
  }

  /** Inserts a page; returns its id. */
  async insert(title: string, markdown?: string, more: object = {}): Promise<string> {
    const document = markdown === undefined ? {} : { document: { markdown } };
    const outcome = await this.change({ operation: 'insert_page', title, ...document, ...more });
    return (outcome.changes as Json[])[0]?.page.id ?? '';
  }

  async update(page: string, fields: object): Promise<void> {
    await this.change({ operation: 'update_page', page, ...fields });
  }

  async markdown(page: string): Promise<string> {
    const answer = await this.api.get(`${this.path}/content/page/${page}`, { query: { format: 'markdown' } });
    return answer.body.markdown;
  }

  /** The paths of all pages, in the order of the tree. */
  async paths(): Promise<string[]> {
    const walk = (pages: Json[]): string[] =>
      pages.flatMap((page) => [page.path ?? `(${page.title})`, ...walk(page.pages)]);
    return walk((await this.api.get(`${this.path}/content/pages`)).body.pages);
  }

  merge(): Promise<Answer> {
    return this.api.post(`${this.path}/merge`);
  }

  bringUpToDate(): Promise<Answer> {
    return this.api.post(`${this.path}/update`);
  }
}

/** Posts a comment in both places, each with a reply; returns their ids by the names of path parameters. */
export async function postComments(api: ApiClient, changeRequest: TestChangeRequest): Promise<Record<string, string>> {
  const body = { body: { markdown: 'Confidential' } };
  const ids: Record<string, string> = { changeRequestId: changeRequest.id };
  for (const [path, prefix] of [
    [changeRequest.space.path, ''],
    [changeRequest.path, 'changeRequests.'],
  ] as const) {
    const comment = await api.post(`${path}/comments`, body);
    const reply = await api.post(`${path}/comments/${comment.body.id}/replies`, body);
    ids[`${prefix}commentId`] = comment.body.id;
    ids[`${prefix}commentReplyId`] = reply.body.id;
  }
  return ids;
}
