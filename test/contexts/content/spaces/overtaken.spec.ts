import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { TestChangeRequest } from '#testing/test-change-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { translating } from '../../../domain/language-model/model-server.js';
import { TranslationDesk } from '../../../http/content/translations/translation-desk.js';
import { repository } from '../exchange/git-fixtures.js';
import { overtaken } from '../locked-space.js';
import { removeScratch } from '../scratch.js';
import { DOCS, upload, uploadOf, zipOf } from '../exchange/transfer-fixture.js';

const DAY_MS = 86_400_000;
/** These only require that the space exists. A deletion can be undone, so either may come first. */
const BESIDE_DELETION = ['a grant', 'a copy of it', 'a comment'];

describe('work on a space that another request overtakes', () => {
  let desk: TranslationDesk;
  let server: TestServer;
  let user: TestUser & { organization: string };
  /** An organization to which the user may transfer spaces. */
  let other: string;

  beforeAll(async () => {
    desk = await TranslationDesk.start({ QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' });
    ({ server, ada: user } = desk);
    ({ organization: other } = await server.administrator());
    await server.rows(
      `insert into organization.member (organization_id, id, user_id, version, role, joined_at)
       values ($1, $2, $2, 1, 'create', now())`,
      [other, user.id],
    );
    await server.app.get(UnitOfWork).transaction(() => server.app.get(Callers).changed(user.id));
  });

  afterAll(async () => {
    await desk.stop();
    await removeScratch();
  });

  interface Work {
    space: TestSpace;
    run: () => Promise<unknown>;
  }

  /** Work that needs the lock on its space before it writes, or at the end. Jobs return nothing. */
  const WORKS: Record<string, () => Promise<Work>> = {
    'an edit': async () => {
      const space = await TestSpace.create(user);
      return { space, run: () => space.send([{ operation: 'insert_page', title: 'Late' }]) };
    },
    'a file': async () => {
      const space = await TestSpace.create(user);
      const file = uploadOf(Buffer.from('late'), 'late.txt');
      return { space, run: () => space.api.post(`${space.path}/content/files`, undefined, file) };
    },
    'the import of an archive': async () => {
      const space = await TestSpace.create(user);
      return { space, run: () => upload(space.api, space.id, zipOf(DOCS)) };
    },
    'a new title': async () => {
      const space = await TestSpace.create(user);
      return { space, run: () => space.api.patch(space.path, { title: 'Late' }) };
    },
    'a grant': async () => {
      const space = await TestSpace.create(user);
      const { id } = await server.member(user.organization, 'read');
      return { space, run: () => space.api.post(`${space.path}/permissions`, { users: [id], role: 'edit' }) };
    },
    'a copy of it': async () => {
      const space = await TestSpace.create(user);
      await space.insert('Page', 'Words.');
      return { space, run: () => space.api.post(`${space.path}/duplicate`, {}) };
    },
    'a comment': async () => {
      const space = await TestSpace.create(user);
      return { space, run: () => space.api.post(`${space.path}/comments`, { body: { markdown: 'Late.' } }) };
    },
    'a change request': async () => {
      const space = await TestSpace.create(user);
      return { space, run: () => space.api.post(`${space.path}/change-requests`, { subject: 'Late' }) };
    },
    'what a template holds': async () => {
      const space = await TestSpace.create(user);
      const template = await TestSpace.create(user);
      await template.insert('Page', 'Words.');
      await template.api.patch(template.path, { template: true });
      return { space, run: () => space.api.post(`${space.path}/content/template`, { id: template.id }) };
    },
    'a merge': async () => {
      const space = await TestSpace.create(user);
      const request = await TestChangeRequest.create(space);
      await request.insert('Late', 'Text.');
      return { space, run: () => request.api.post(`${request.path}/merge`, {}) };
    },
    'an index of its words': async () => {
      const space = await TestSpace.create(user);
      await space.insert('Page', 'Words.');
      return { space, run: () => server.runJob('content.index-space', { spaceId: space.id }) };
    },
    'a translation': async () => {
      const { space, setup, target } = await desk.translated();
      desk.model.reply = translating((segment) => segment.toLowerCase());
      await space.update(setup, { title: 'Preparation' });
      await server.drain();
      return { space: target, run: () => server.runJobs() };
    },
    'a turn of its sync': async () => {
      const { bare } = await repository(DOCS);
      const space = await TestSpace.create(user);
      await space.api.put(`${space.path}/git/sync`, { url: `file://${bare}`, ref: 'main', direction: 'import' });
      const payload = { organizationId: user.organization, spaceId: space.id };
      return { space, run: () => server.runJob('content.sync-git', payload) };
    },
  };

  it.each(Object.keys(WORKS))('%s writes nothing into a space that is deleted first', async (name) => {
    const { space, run } = await begin(name);
    const before = await writtenOf(space);
    const { request, work } = await overtaken(server, space.id, () => user.api.delete(space.path), run);
    expect(request.status).toBe(204);
    const isLate = [404, 409, 'done'].includes(statusOf(work));
    if (!BESIDE_DELETION.includes(name)) expect(isLate).toBe(true);
    if (isLate) expect(await writtenOf(space)).toEqual(before);
    // A purged space leaves nothing behind, whatever work came late.
    server.clock.advance(8 * DAY_MS);
    await server.runJob('content.purge-spaces');
    expect(await server.tablesNaming(space.id)).toEqual([]);
  });

  it.each(Object.keys(WORKS))('%s leaves nothing behind in a space that is transferred first', async (name) => {
    const { space, run } = await begin(name);
    const give = () => user.api.post(`${space.path}/transfer`, { organization: other });
    const { request, work } = await overtaken(server, space.id, give, run);
    expect(request).toMatchObject({ status: 200 });
    // The work is applied to the space in its new organization, or is refused.
    expect([200, 201, 204, 403, 404, 409, 'done']).toContain(statusOf(work));
    expect(await tablesOf(user.organization, space.id)).toEqual([]);
  });

  /** Starts the work with this name after deleting all queued jobs. */
  async function begin(name: string): Promise<Work> {
    await server.rows('delete from graphile_worker._private_jobs');
    const work = await WORKS[name]?.();
    if (!work) throw new Error(`There is no work named ${name}`);
    return work;
  }

  /** What is stored for a space: its title, content and grants. */
  async function writtenOf({ id }: TestSpace): Promise<object> {
    const written: Record<string, unknown[]> = {
      space: await server.rows('select title from content.space where id = $1', [id]),
    };
    for (const table of ['space_head', 'revision', 'live_page', 'live_file', 'source_item'])
      written[table] = await server.rows(`select * from content.${table} where space_id = $1`, [id]);
    written['grants'] = await server.rows('select * from content.permission where content_id = $1', [id]);
    return written;
  }

  /** The tables with a row of this space in an organization. */
  async function tablesOf(organization: string, id: string): Promise<string[]> {
    const columns = await server.rows<{ table: string; column: string }>(
      `select o.table_name as table, c.column_name as column
       from information_schema.columns o join information_schema.columns c using (table_schema, table_name)
       where table_schema = 'content' and o.column_name = 'organization_id'
         and c.column_name in ('space_id', 'content_id', 'id') order by 1, 2`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const rows = await server.rows(
        `select from content.${table} where organization_id = $1 and ${column} = $2 limit 1`,
        [organization, id],
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  }
});

/** The status of a response; `done` for a job. */
function statusOf(result: unknown): number | 'done' {
  return (result as { status?: number } | undefined)?.status ?? 'done';
}
