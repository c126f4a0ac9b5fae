import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SERVER_ORGANIZATION } from '#organization';
import { OwnIntegrations } from '../domain/own-integrations.js';

/** One row for each name; the table is locked for a change, as there may be no row yet. */
@Injectable()
export class OwnIntegrationStore extends OwnIntegrations {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async published(): Promise<Map<string, string | null>> {
    const rows = await this.sql.rows<{ name: string; digest: string | null }>(
      'own-integration.published',
      'select o.name, o.digest from integrations.own_integration o where o.organization_id = $1',
      [SERVER_ORGANIZATION],
    );
    return new Map(rows.map(({ name, digest }) => [name, digest]));
  }

  async held(): Promise<Map<string, string | null>> {
    await this.sql.rows('own-integration.hold', 'lock table integrations.own_integration in share row exclusive mode');
    return this.published();
  }

  async note(name: string, digest: string | null): Promise<void> {
    await this.sql.rows(
      'own-integration.note',
      `insert into integrations.own_integration (organization_id, name, digest) values ($1, $2, $3)
       on conflict (organization_id, name) do update set digest = excluded.digest`,
      [SERVER_ORGANIZATION, name, digest],
    );
  }
}
