import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Terms } from '../domain/glossary.js';
import type { Glossaries, GlossaryEntry } from '../domain/translations.js';

@Injectable()
export class GlossaryStore implements Glossaries {
  constructor(private readonly sql: SqlQuery) {}

  async all(organizationId: string): Promise<Terms[]> {
    const rows = await this.sql.rows<{ terms: Terms }>(
      'glossary.all',
      'select terms from content.glossary_entry where organization_id = $1 order by id',
      [organizationId],
    );
    return rows.map(({ terms }) => terms);
  }

  async lock(organizationId: string): Promise<number> {
    await this.sql.rows(
      'glossary.lock',
      `select pg_advisory_xact_lock(hashtextextended('content.glossary:' || $1, 0))`,
      [organizationId],
    );
    const row = await this.sql.row<{ count: number }>(
      'glossary.count',
      'select count(*)::int as count from content.glossary_entry where organization_id = $1',
      [organizationId],
    );
    return row?.count ?? 0;
  }

  async add(organizationId: string, entries: readonly GlossaryEntry[], now: Date): Promise<void> {
    if (entries.length === 0) return;
    await this.sql.rows(
      'glossary.add',
      `insert into content.glossary_entry (organization_id, id, terms, created_at, updated_at)
       select $1, e.id, e.terms::jsonb, $4, $4 from unnest($2::text[], $3::text[]) e(id, terms)`,
      [organizationId, ...columnsOf(entries), now],
    );
  }

  async update(organizationId: string, entries: readonly GlossaryEntry[], now: Date): Promise<string[]> {
    if (entries.length === 0) return [];
    const rows = await this.sql.rows<{ id: string }>(
      'glossary.update-2',
      `update content.glossary_entry g set terms = e.terms::jsonb, updated_at = $4
       from unnest($2::text[], $3::text[]) e(id, terms)
       where g.organization_id = $1 and g.id = any($2) and g.id = e.id returning g.id`,
      [organizationId, ...columnsOf(entries), now],
    );
    return rows.map(({ id }) => id);
  }

  async remove(organizationId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.sql.rows(
      'glossary.remove',
      'delete from content.glossary_entry where organization_id = $1 and id = any($2::text[])',
      [organizationId, ids],
    );
  }
}

function columnsOf(entries: readonly GlossaryEntry[]): [ids: string[], terms: string[]] {
  return [entries.map(({ id }) => id), entries.map(({ terms }) => JSON.stringify(terms))];
}
