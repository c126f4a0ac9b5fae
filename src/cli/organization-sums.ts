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

const countOf = (table: string): string =>
  `(select count(*)::float8 from ${table} t where t.organization_id = o.organization_id)`;

const SUMS = `select o.id, o.title, o.hostname, ${countOf('organization.member')} as members,
    ${countOf('content.space')} as spaces, ${countOf('publishing.site')} as sites,
    ${countOf('conversations.conversation')} as conversations, files.count as files, files.bytes
  from organization.organization o
  cross join lateral (select count(*)::float8 as count, coalesce(sum(size), 0)::float8 as bytes
    from content.file_blob b where b.organization_id = o.organization_id) files
  where o.id = $1 or o.hostname = lower($1)
  order by o.id <> $1 limit 1`;

/** The organization with this id or hostname. Throws CommandFailed where there is none. */
export async function organizationSums(sql: SqlQuery, named: string): Promise<OrganizationSums> {
  const found = await sql.row<OrganizationSums & {}>('cli.organization-sums', SUMS, [named.trim()]);
  if (!found) throw new CommandFailed(`There is no organization with the id or hostname ${named}`);
  return found;
}
