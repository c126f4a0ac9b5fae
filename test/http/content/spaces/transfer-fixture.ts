import { afterAll, beforeAll } from '@jest/globals';
import type { Answer, ApiClient } from '#testing/api-client';
import type { Role } from '#permissions';
import { Callers } from '#kernel/application/callers';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { TestServer, type TestUser } from '#testing/test-server';

/** For the tests of a file two organizations, between which a user may transfer what is theirs. */
export class Transfers {
  server!: TestServer;
  ada!: TestUser & { organization: string };
  /** The organization of another user, in which the first administrator has the role create. */
  other!: TestUser & { organization: string };

  constructor() {
    beforeAll(async () => {
      this.server = await TestServer.shared();
      this.ada = await this.server.administrator();
      this.other = await this.server.administrator();
      await this.join(this.ada, 'create');
    });
    afterAll(() => this.server.stop());
  }

  readonly join = async (user: TestUser, role: Role | null, organization = this.other.organization): Promise<void> => {
    await this.server.rows(
      `insert into organization.member (organization_id, id, user_id, version, role, joined_at)
     values ($1, $2, $2, 1, $3, now())`,
      [organization, user.id, role],
    );
    await this.server.app.get(UnitOfWork).transaction(() => this.server.app.get(Callers).changed(user.id));
  };

  readonly transfer = (
    path: string,
    organization = this.other.organization,
    api: ApiClient = this.ada.api,
  ): Promise<Answer> => api.post(`${path}/transfer`, { organization });

  readonly shelf = async (title: string, parent?: string): Promise<string> => {
    const body = { title, ...(parent ? { parent } : {}) };
    return (await this.ada.api.post(`/v1/orgs/${this.ada.organization}/collections`, body)).body.id as string;
  };

  /** The tables with a row in an organization that contains one of these ids in any column. */
  readonly tablesWith = async (organization: string, ids: readonly string[]): Promise<string[]> => {
    const tables = await this.server.rows<{ name: string }>(
      `select table_name as name from information_schema.columns
     where table_schema = 'content' and column_name = 'organization_id' order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await this.server.rows(
        `select 1 from content.${name} t where organization_id = $1
         and to_jsonb(t)::text ~ $2 limit 1`,
        [organization, ids.join('|')],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
}
