import type { Json } from '#testing/api-client';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { DOCS, importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { RowsOfSpaces } from '../../../../src/content/spaces/infrastructure/space/space-rows.js';

/** A column of a table, as PostgreSQL lists it. */
interface Column {
  name: string;
  type: string;
}

/** A value for each type of column. */
const VALUES: Readonly<Record<string, unknown>> = {
  text: 'written by a test',
  'text[]': ['one', 'two'],
  bytea: '\\x00ff',
  'bytea[]': [],
  boolean: true,
  smallint: 1,
  integer: 2,
  bigint: 3,
  jsonb: {},
  'timestamp with time zone': '2026-01-02T03:04:05.678901Z',
};

/**
 * A space in a collection, of which every table has rows: made by requests as far as they are what is counted or leads to
 * others, else written into the table.
 */
export class FilledSpace {
  private constructor(
    private readonly server: TestServer,
    readonly organization: string,
    readonly space: TestSpace,
    /** The outermost of the three collections that the space is in. */
    readonly root: string,
  ) {}

  /** `reviewer` is a member of the organization too, and is granted more. */
  static async create(
    server: TestServer,
    user: TestUser & { organization: string },
    reviewer: TestUser,
  ): Promise<FilledSpace> {
    const collections = `/v1/orgs/${user.organization}/collections`;
    const collection = async (title: string, more: object = {}): Promise<string> =>
      (await user.api.post(collections, { title, ...more })).body.id as string;
    // No index has the outer ones first.
    const middle = await collection('Middle');
    const root = await collection('Outer', { defaultLevel: 'read' });
    await user.api.post(`/v1/collections/${middle}/move`, { parent: root });
    const parent = await collection('Inner', { parent: middle });
    const space = await TestSpace.create(user, { title: 'Filled', empty: true, parent });
    const filled = new FilledSpace(server, user.organization, space, root);
    await importFiles(space, DOCS);
    for (const path of [space.path, `/v1/collections/${root}`])
      await user.api.post(`${path}/permissions`, { users: [reviewer.id], role: 'edit' });
    await filled.#discuss(reviewer);
    await server.runJobs();
    await filled.#fill();
    return filled;
  }

  /** Change requests of every status, and comments of every kind. */
  async #discuss(reviewer: TestUser): Promise<void> {
    const { space } = this;
    const home = await space.insert('Home', 'A home.');
    const requests: TestChangeRequest[] = [];
    for (const subject of ['Draft', 'Open', 'Merged', 'Archived'])
      requests.push(await TestChangeRequest.create(space, subject));
    const [draft, open, merged, archived] = requests as [
      TestChangeRequest,
      TestChangeRequest,
      TestChangeRequest,
      TestChangeRequest,
    ];
    await draft.update(home, { description: 'Theirs.' });
    await merged.insert('New', 'New here.');
    await merged.merge();
    await archived.set({ status: 'archived' });
    await space.update(home, { title: 'Start', slug: 'start', description: 'Ours.' });
    await draft.bringUpToDate();
    await open.insert('Open', 'Open to review.');
    await open.set({ status: 'open' });
    await space.api.post(`${open.path}/requested-reviewers`, { users: [reviewer.id] });
    await reviewer.api.post(`${open.path}/reviews`, { status: 'approved', comment: { markdown: 'Good.' } });
    const { commentId } = await postComments(space.api, open);
    await postComments(space.api, draft);
    const resolved = await space.api.post(`${space.path}/comments`, { body: { markdown: 'Settled.' } });
    await space.api.put(`${space.path}/comments/${(resolved.body as Json).id}`, { resolved: true });
    await space.api.put(`${space.path}/comments/${commentId}`, { addedReactions: ['🎉'] });
  }

  /** Writes a row into each table of spaces that has none. */
  async #fill(): Promise<void> {
    for (const { table, names } of this.server.app.get(RowsOfSpaces).all) {
      if ((await this.rowsOf(table)).length > 0) continue;
      if (names !== undefined) throw new Error(`The requests left ${table} empty`);
      const columns = await this.server.rows<Column>(
        `select attname as name, format_type(atttypid, null) as type from pg_attribute
         where attrelid = ('content.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const row = Object.fromEntries(columns.map(({ name, type }) => [name, VALUES[type]]));
      const own = { organization_id: this.organization, space_id: this.space.id, status: 'completed' };
      const known = Object.fromEntries(Object.entries(own).filter(([name]) => name in row));
      await this.server.rows(
        `insert into content.${table} (${columns.map(({ name }) => name).join(', ')})
         select ${columns.map(({ name }) => name).join(', ')} from jsonb_populate_record(null::content.${table}, $1)`,
        [JSON.stringify({ ...row, ...known })],
      );
    }
  }

  /** All rows of a table in an organization, without it, in some order. */
  async rowsOf(table: string, organization = this.organization): Promise<Json[]> {
    const rows = await this.server.rows<{ row: Json }>(
      `select to_jsonb(t) - 'organization_id' as row from content.${table} t where organization_id = $1
       order by (to_jsonb(t) - 'organization_id')::text`,
      [organization],
    );
    return rows.map(({ row }) => row);
  }
}
