import type { TestServer } from '#testing/test-server';
import { MIGRATIONS } from '../../../../src/app.module.js';

interface Column {
  name: string;
  type: string;
  /** The first of the values that a constraint allows. */
  allowed: string | null;
}

interface Reference {
  table: string;
  /** The columns of the table that refers, each with the one it refers to. */
  pairs: Record<string, string>;
}

interface Table {
  name: string;
  columns: Column[];
  references: Reference[];
}

const SCHEMAS = MIGRATIONS.map(({ schema }) => schema);

const IN_SCHEMAS = `c.relkind = 'r' and c.relnamespace::regnamespace::text = any($1)`;

/** With the columns that a row needs. */
const OF_ORGANIZATIONS = `select c.oid::regclass::text as name,
    coalesce((select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, null),
       'allowed', (select substring(pg_get_constraintdef(k.oid) from quote_ident(a.attname) || ' = ANY \\(ARRAY\\[''([^'']*)''')
         from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum])) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull
       and not a.atthasdef and a.attname <> 'organization_id'), '[]') as columns,
    coalesce((select json_agg(json_build_object('table', k.confrelid::regclass::text,
       'pairs', (select json_object_agg(own.attname, other.attname)
         from unnest(k.conkey, k.confkey) pair (own, other)
         join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
         join pg_attribute other on other.attrelid = k.confrelid and other.attnum = pair.other)))
     from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as references
  from pg_class c where ${IN_SCHEMAS} and exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
  order by name`;

const VALUES: Readonly<Record<string, string>> = {
  bytea: `'\\x00'`,
  boolean: 'false',
  json: `'{}'`,
  jsonb: `'{}'`,
  'timestamp with time zone': 'now()',
  date: 'now()',
};

const valueOf = ({ type, allowed }: Column): string =>
  (allowed === null ? undefined : `'${allowed}'`) ??
  VALUES[type] ??
  (type.endsWith('[]') ? `'{}'` : /int|numeric|double|real/.test(type) ? '0' : `'made for ' || $1::text`);

/** The tables with rows of organizations, as the database lists them. */
export class RowsOfOrganizations {
  private constructor(
    private readonly server: TestServer,
    private readonly tables: readonly Table[],
  ) {}

  static async of(server: TestServer): Promise<RowsOfOrganizations> {
    return new RowsOfOrganizations(server, await server.rows<Table>(OF_ORGANIZATIONS, [SCHEMAS]));
  }

  /** The number of rows of an organization, by table. */
  async counts(organization: string): Promise<Record<string, number>> {
    const counts = this.tables.map(
      ({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where organization_id = $1`,
    );
    const rows = await this.server.rows<{ name: string; count: number }>(counts.join(' union all '), [organization]);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  }

  /** Adds a row to each table (of a schema) that has none of the organization: what it says does not matter to what deletes it. */
  async fill(organization: string, schema = ''): Promise<void> {
    const counts = await this.counts(organization);
    const empty = this.tables.filter(({ name }) => counts[name] === 0 && name.startsWith(schema));
    for (const { name, columns, references } of empty.sort((a, b) => a.references.length - b.references.length)) {
      const from = references[0];
      const values = columns.map((column) => {
        const named = from?.pairs[column.name];
        return named === undefined ? valueOf(column) : `r.${named}`;
      });
      await this.server.rows(
        `insert into ${name} (${['organization_id', ...columns.map((column) => column.name)].join(', ')})
         select ${['$1', ...values].join(', ')}
         from ${from ? `${from.table} r where ${this.#ofOrganization(from)} limit 1` : '(values (1)) r'}`,
        [organization],
      );
    }
  }

  /** Which row to refer to: of the organization, or one that names it where the table has none of organizations. */
  #ofOrganization({ table }: Reference): string {
    return this.tables.some(({ name }) => name === table) ? 'r.organization_id = $1' : 'strpos(r::text, $1) > 0';
  }

  /** The tables of all schemas, of organizations or not, in which any column of any row has this text. */
  async naming(text: string): Promise<string[]> {
    const all = await this.server.rows<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where ${IN_SCHEMAS} order by name`,
      [SCHEMAS],
    );
    const found = await this.server.rows<{ name: string }>(
      all
        .map(
          ({ name }) => `select '${name}' as name where exists (select 1 from ${name} t where strpos(t::text, $1) > 0)`,
        )
        .join(' union all '),
      [text],
    );
    return found.map(({ name }) => name);
  }
}
