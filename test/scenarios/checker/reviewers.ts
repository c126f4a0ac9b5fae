import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

const MANY = 2;

const INVITE = `
  with person as (
    insert into organization."user" (id, version, email, email_verified, display_name, administrator, created_at)
    select id, 1, id || '@example.com', false, 'Reviewer', false, now() from unnest($2::text[]) id
  ), token as (
    insert into organization.token (id, version, user_id, label, hash, hint, created_at)
    select id, 1, id, 'Test', hash, 'quire_', now() from unnest($2::text[], $3::text[]) known (id, hash)
  )
  insert into organization.member (organization_id, id, user_id, version, role, joined_at)
  select $1, id, id, 1, 'review', now() from unnest($2::text[]) id`;

/** New members of an organization who may review: their tokens by their ids. Users do not review their own changes. */
export async function invite(databaseUrl: string, organization: string): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(
    Array.from({ length: MANY }, () => [`reviewer${randomBytes(8).toString('hex')}`, newToken()] as const),
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hashes = [...tokens.values()].map((token) => createHash('sha256').update(token).digest('hex'));
    await client.query(INVITE, [organization, [...tokens.keys()], hashes]);
  } finally {
    await client.end();
  }
  return tokens;
}

function newToken(): string {
  return `quire_${randomBytes(32).toString('hex').slice(0, 43)}`;
}
