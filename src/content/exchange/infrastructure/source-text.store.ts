import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { noteStoredAhead, StoresByHash } from '../../revisions/infrastructure/garbage/stored-by-hash.js';
import { SourceTextStore, type SourceContent, type SourceText } from '../domain/export/source-text.js';
import type { SourceTextValues } from './sources/source-text-values.js';

@Injectable()
@StoresByHash({ table: 'source_text' })
export class PgSourceTextStore implements SourceTextStore {
  constructor(private readonly sql: SqlQuery) {}

  /** In the order of their hashes: two imports of the same files never wait for each other in a circle. */
  async add(organizationId: string, values: SourceTextValues): Promise<void> {
    await this.sql.rows(
      'source-text.add-2',
      `with ahead as (
         ${noteStoredAhead('$2')}
       )
       insert into content.source_text (organization_id, hash, body, reading)
       select $1, decode(t.hash, 'hex'), t.body, t.reading from unnest($2::text[], $3::text[], $4::text[])
         t(hash, body, reading)
       order by t.hash
       on conflict do nothing`,
      [organizationId, ...values],
    );
  }

  async texts(organizationId: string, hashes: readonly string[]): Promise<Map<string, SourceText>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.sql.rows<{ hash: string; text: string; reading: string }>(
      'source-text.read-2',
      `select encode(hash, 'hex') as hash, body as text, reading from content.source_text
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, hashes],
    );
    return new Map(
      rows.map(({ hash, text, reading }) => [hash, { hash, text, content: JSON.parse(reading) as SourceContent }]),
    );
  }
}
