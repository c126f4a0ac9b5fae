import { Injectable } from '@nestjs/common';
import { OPENS_ORGANIZATIONS, type OrganizationRows } from '../../application/organization-deletion.js';
import type { ContextMigrations } from '../database/migrator.js';
import { SqlQuery } from '../database/sql-query.js';
import { MarkedProviders } from '../marked-providers.js';

/** The schemas whose tables may have rows of organizations. */
export abstract class ContextSchemas {
  abstract readonly names: readonly string[];

  static of(contexts: readonly ContextMigrations[]): ContextSchemas {
    return { names: contexts.map(({ schema }) => schema) };
  }
}

/** A table and the tables that its foreign keys name, as SQL writes their names. */
export interface ReferringTable {
  name: string;
  refersTo: readonly string[];
}

/** Rows of partitioned tables are found in their partitions. */
const TABLES = `select c.oid::regclass::text as name,
    array(select k.confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
      and k.confrelid <> c.oid) as "refersTo"
  from pg_class c
  where c.relkind = 'r' and c.relnamespace::regnamespace::text = any($1) and exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
  order by name`;

/** The tables with rows of organizations: those that the database has, so that none can be forgotten. */
@Injectable()
export class OrganizationTables {
  constructor(
    private readonly sql: SqlQuery,
    private readonly schemas: ContextSchemas,
    private readonly providers: MarkedProviders,
  ) {}

  /** The rows by which an organization is reached. */
  get opening(): readonly OrganizationRows[] {
    return this.providers.with<readonly OrganizationRows[]>(OPENS_ORGANIZATIONS).flatMap(([rows]) => rows);
  }

  /** All tables with rows of organizations, each before those that it refers to. */
  async all(): Promise<Required<OrganizationRows>[]> {
    const found = await this.sql.rows<ReferringTable & {}>('organization-tables.all', TABLES, [this.schemas.names]);
    const named = this.opening.flatMap(({ table, column }) => (column === undefined ? [] : { table, column }));
    return [...named, ...referringFirst(found).map((table) => ({ table, column: 'organization_id' }))];
  }
}

/** Each table before those that it refers to; in a circle of foreign keys, in any order. */
export function referringFirst(tables: readonly ReferringTable[]): string[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const referred = new Set([...left.values()].flatMap(({ refersTo }) => refersTo));
    const free = [...left.keys()].filter((name) => !referred.has(name));
    for (const name of free.length > 0 ? free : [...left.keys()]) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}
