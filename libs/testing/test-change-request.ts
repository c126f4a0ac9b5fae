import { newId } from '#kernel/domain/id';
import type { ApiClient } from './api-client.js';
import type { TestServer } from './test-server.js';
import type { TestSpace } from './test-space.js';

/** A change request as a test finds it: one whose content is that of the space at the time. */
export class TestChangeRequest {
  private constructor(
    private readonly server: TestServer,
    readonly space: TestSpace,
    readonly id: string,
  ) {}

  static async insert(server: TestServer, space: TestSpace): Promise<TestChangeRequest> {
    const id = newId();
    await server.rows(
      `insert into content.change_request (organization_id, id, version, space_id, number, status, subject, revision_id,
         revision_initial, revision_merged_ancestor, created_by, created_at, updated_at)
       select h.organization_id, $1, 1, h.space_id,
         1 + (select count(*) from content.change_request r
           where r.organization_id = h.organization_id and r.space_id = h.space_id),
         'open', 'Sample', h.revision_id, h.revision_id, h.revision_id, 'nobody', now(), now()
       from content.space_head h where h.space_id = $2`,
      [id, space.id],
    );
    return new TestChangeRequest(server, space, id);
  }

  get path(): string {
    return `${this.space.path}/change-requests/${this.id}`;
  }

  /** Makes its content that of the space now. */
  async catchUp(): Promise<void> {
    await this.server.rows(
      `update content.change_request r set revision_id = h.revision_id from content.space_head h
       where r.id = $1 and h.organization_id = r.organization_id and h.space_id = r.space_id`,
      [this.id],
    );
  }
}

/** Posts a comment in both places, each with a reply; answers their ids by the names of path parameters. */
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
