/** Organizations in which a member reaches spaces in several ways, some of them with pages. */
import { IndexSpace } from '../../dist/src/content/search/infrastructure/index-space.job.js';
import { fillSpace } from './fill-space.mjs';
import { withApplication } from './open-application.mjs';

/** In the large organization; the caller is in some of the teams. */
const TEAMS = 200;
const MEMBERS = 1_000;
const OWN_TEAMS = 10;

/**
 * An organization with so many spaces that a member reaches in each way, spread among `all` spaces; the request headers
 * of that member. Written with SQL: through the API 10,000 spaces would take longer than measuring them.
 */
export async function organizationOf(stage, ways, all) {
  const organization = await stage.api.post('/v1/orgs', { title: 'Permissions' });
  const { id } = organization;
  const { database } = stage;
  const key = id.slice(-8);
  const reached = Object.values(ways).reduce((sum, count) => sum + count, 0);
  const spaces = Math.max(all, reached);
  const user = `${key}Member`;
  const secret = `quire_benchmark_member_${key}`;
  await database.query(
    `insert into organization."user" (id, version, email, email_verified, display_name, administrator, created_at)
     values ($1, 1, $1 || '@example.com', true, 'Member', false, now())`,
    [user],
  );
  await database.query(
    `insert into organization.token (id, version, user_id, label, hash, hint, created_at)
     values ($1, 1, $1, 'Benchmark', encode(sha256($2::bytea), 'hex'), '', now())`,
    [user, secret],
  );
  await database.query(
    `insert into organization.member (organization_id, id, version, user_id, role, joined_at)
     select $1, m, 1, m, 'read', now() from (
       select $2 as m union all select $3 || 'M' || n from generate_series(1, $4::int) n) members`,
    [id, user, key, all > 0 ? MEMBERS : 0],
  );
  await database.query(
    `insert into organization.team (organization_id, id, version, title, created_at)
     select $1, $2 || 'T' || n, 1, 'Team ' || n, now() from generate_series(1, $3::int) n`,
    [id, key, all > 0 ? TEAMS : OWN_TEAMS],
  );
  await database.query(
    `insert into organization.team_member (organization_id, team_id, user_id, role)
     select $1, $2 || 'T' || n, case when m = 0 then $3 else $2 || 'M' || (n * 5 + m) % $4::int + 1 end, 'member'
     from generate_series(1, $5::int) n, generate_series(0, $6::int) m where m > 0 or n <= $7::int on conflict do nothing`,
    [id, key, user, MEMBERS, all > 0 ? TEAMS : OWN_TEAMS, all > 0 ? 20 : 0, OWN_TEAMS],
  );
  // One collection of four contains the spaces that are accessible through collections; the others are not accessible.
  await database.query(
    `insert into content.collection (organization_id, id, version, title, default_level, created_by, created_at, updated_at)
     select $1, $2 || 'C' || n, 1, 'Collection ' || n, null, $3, now(), now() from generate_series(0, 3) n`,
    [id, key, user],
  );
  const step = Math.floor(spaces / reached);
  await database.query(
    `insert into content.space (organization_id, id, version, title, emoji, parent, default_level, edit_mode, language,
       merge_rules, created_by, created_at, updated_at)
     select $1, $2 || 'S' || lpad(n::text, 6, '0'), 1, 'Space ' || n, '📘',
       case way when 'collection' then $2 || 'C0' when 'none' then case when n % 2 = 0 then $2 || 'C' || n % 3 + 1 end end,
       case way when 'level' then 'read' when 'collection' then 'inherit' end, 'live', 'en', '{"type":"inherit"}', $3, now(), now()
     from (select n, case when n % $4::int <> 0 or n / $4::int >= $5::int then 'none'
         else ($6::text[])[n / $4::int % $5::int + 1] end as way from generate_series(0, $7::int - 1) n) s`,
    [id, key, user, step, reached, shuffled(ways), spaces],
  );
  await database.query(
    `with made as (
       insert into content.revision (organization_id, id, space_id, type, generation, variables, author, created_at)
       select organization_id, id || 'R', id, 'edits', 0, '{}', $2, now() from content.space where organization_id = $1
     ) insert into content.space_head (organization_id, space_id, revision_id, updated_at)
       select organization_id, id, id || 'R', now() from content.space where organization_id = $1`,
    [id, user],
  );
  const grants = shuffled(ways).map((way, at) => ({ way, space: `${key}S${String(at * step).padStart(6, '0')}`, at }));
  const granted = grants.flatMap(({ way, space, at }) => {
    if (way === 'direct') return [[space, user, 'space', 'user']];
    return way === 'team' ? [[space, `${key}T${(at % OWN_TEAMS) + 1}`, 'space', 'team']] : [];
  });
  granted.push([`${key}C0`, user, 'collection', 'user']);
  await database.query(
    `insert into content.permission (organization_id, content_id, subject_id, content_kind, subject_kind, rank, granted_at)
     select $1, c, s, ck, sk, 3, now() from unnest($2::text[], $3::text[], $4::text[], $5::text[]) g (c, s, ck, sk)`,
    [id, ...[0, 1, 2, 3].map((column) => granted.map((row) => row[column]))],
  );
  // What others were granted: five spaces each team, five each member.
  if (all > 0) {
    await database.query(
      `insert into content.permission (organization_id, content_id, subject_id, content_kind, subject_kind, rank, granted_at)
       select $1, $2 || 'S' || lpad(((n * 37 + g * 1009) % $3::int)::text, 6, '0'), case when n > $4::int
           then $2 || 'M' || n - $4::int else $2 || 'T' || n end, 'space', case when n > $4::int then 'user' else 'team' end, 2, now()
       from generate_series($5::int, $4::int + $6::int) n, generate_series(1, 5) g on conflict do nothing`,
      [id, key, spaces, TEAMS, OWN_TEAMS + 1, MEMBERS],
    );
  }
  const spaceAt = (at) => `${key}S${String(at * step).padStart(6, '0')}`;
  const reachedSpaces = Array.from({ length: reached }, (_, at) => spaceAt(at));
  return { id, user, reached: reachedSpaces, headers: { authorization: `Bearer ${secret}` } };
}

/** The ways, each as often as it is to be gone, in an order in which they take turns. */
function shuffled(ways) {
  const all = Object.entries(ways).flatMap(([way, count]) => Array.from({ length: count }, (_, i) => [i / count, way]));
  return all.sort(([a], [b]) => a - b).map(([, way]) => way);
}

/**
 * Gives the first `spaces` of those that are reached the same `count` pages, each as many, and brings the index up to
 * date.
 */
export async function fill(stage, { user, reached }, spaces, count) {
  const each = count / spaces;
  await withApplication(stage.env(), async (app) => {
    const job = app.get(IndexSpace, { strict: false });
    for (const [at, spaceId] of reached.slice(0, spaces).entries()) {
      await fillSpace(app, { spaceId, author: user, count: each, first: at * each });
      await job.run({ spaceId }, new AbortController().signal);
    }
  });
}
