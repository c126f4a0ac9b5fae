import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CommandFailed } from './failure.js';

/** An organization with what it has most of. */
export interface OrganizationSums {
  id: string;
  title: string;
  hostname: string | null;
  members: number;
  spaces: number;
  sites: number;
  conversations: number;
  files: number;
  bytes: number;
}

const NAMED = `select id, title, hostname from organization.organization
  where id = $1 or hostname = lower($1) order by id <> $1 limit 1`;

const countOf = (table: string): string => `(select count(*)::float8 from ${table} t where t.organization_id = $1)`;

const SUMS = `select ${countOf('organization.member')} as members, ${countOf('content.space')} as spaces,
    ${countOf('publishing.site')} as sites, ${countOf('conversations.conversation')} as conversations,
    count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes
  from content.file_blob b where b.organization_id = $1`;

type Named = Pick<OrganizationSums, 'id' | 'title' | 'hostname'>;

/** The organization with this id or hostname. Throws CommandFailed where there is none. */
export async function organizationNamed(sql: SqlQuery, named: string): Promise<Named> {
  const found = await sql.row<Named & {}>('cli.organization', NAMED, [named.trim()]);
  if (!found) throw new CommandFailed(`There is no organization with the id or hostname ${named}`);
  return found;
}

/** The same with its sums. */
export async function organizationSums(sql: SqlQuery, named: string): Promise<OrganizationSums> {
  const found = await organizationNamed(sql, named);
  const sums = await sql.row<Omit<OrganizationSums, keyof Named>>('cli.organization-sums', SUMS, [found.id]);
  return { ...found, ...(sums as Omit<OrganizationSums, keyof Named>) };
}
