/** What is listed, searched and created by those who reach everything, among few and among 10,000. */
import { contest } from '../contest.mjs';
import { searchQueries } from '../seed/markdown.mjs';
import { fill, organizationOf } from '../seed/organization.mjs';

const FEW = 10;
const MANY = 10_000;
const PAGES = 500;
const ROUNDED = MANY.toLocaleString('en');

export const organizationsList = {
  name: 'organizations, list',
  async run(stage, options) {
    const contestants = [];
    for (const [name, count] of counts()) {
      const headers = await memberOf(stage, count);
      contestants.push({ name, server: { ...stage.quire, headers }, requests: [{ path: `/v1/orgs?limit=${FEW}` }] });
    }
    return compared(stage, contestants, options, 'ratio ≤ 1.1');
  },
};

export const collectionsList = {
  name: 'collections, list',
  async run(stage, options) {
    const results = [];
    for (const nested of [false, true]) {
      const contestants = [];
      for (const [name, count] of counts()) {
        const organization = await administered(stage, FEW);
        await addCollections(stage, organization, count);
        const path = `/v1/orgs/${organization.id}/collections?limit=${FEW}&nested=${nested}`;
        const kind = nested ? 'all' : 'at the root';
        contestants.push({ name: `${name}, ${kind}`, server: organization.server, requests: [{ path }] });
      }
      results.push(...(await compared(stage, contestants, options, 'ratio ≤ 1.1')));
    }
    return results;
  },
};

export const administratorSearch = {
  name: 'administrator, search',
  async run(stage, options) {
    const contestants = [];
    for (const [name, count] of counts()) {
      const organization = await administered(stage, count);
      await fill(stage, organization, FEW, PAGES);
      const requests = searchQueries().map((query) => ({
        path: `/v1/orgs/${organization.id}/search?limit=20&query=${encodeURIComponent(query)}`,
      }));
      contestants.push({ name: `${PAGES} pages in ${name}`, server: organization.server, requests });
    }
    return compared(stage, contestants, options, 'ratio ≤ 1.5');
  },
};

export const createSpace = {
  name: 'create a space',
  async run(stage, options) {
    const contestants = [];
    const body = JSON.stringify({ title: 'Created {{n}}' });
    for (const [name, count] of counts()) {
      const organization = await administered(stage, count);
      const requests = [{ method: 'POST', path: `/v1/orgs/${organization.id}/spaces`, body }];
      contestants.push({ name: `among ${name}`, server: organization.server, requests });
    }
    return compared(stage, contestants, { ...options, connections: 1, expected: 201 }, 'ratio ≤ 1.1');
  },
};

function counts() {
  return [
    [`${FEW} of ${FEW}`, FEW],
    [`${FEW} of ${ROUNDED}`, MANY],
  ];
}

/** The ratio is that of all CPU a request costs, the database's included, to that among few. */
async function compared(stage, contestants, options, target) {
  await stage.database.query('vacuum analyze');
  const results = await contest(stage, contestants, options);
  const of = ({ server, database }) => server + database;
  const [first] = results;
  return results.map((result, at) => ({
    ...result,
    ratio: of(result) / of(first),
    target: at > 0 ? target : undefined,
  }));
}

/** An organization with so many spaces, of which the caller is an administrator. */
async function administered(stage, spaces) {
  const organization = await organizationOf(stage, { level: FEW }, spaces);
  await stage.database.query(
    `update organization.member set role = 'admin' where organization_id = $1 and user_id = $2`,
    [organization.id, organization.user],
  );
  return { ...organization, server: { ...stage.quire, headers: organization.headers } };
}

/** Ten at the root, all others in the first of them. */
async function addCollections(stage, { id, user }, count) {
  const key = id.slice(-8);
  await stage.database.query(
    `insert into content.collection (organization_id, id, version, title, parent, default_level, created_by, created_at, updated_at)
     select $1, $2 || 'D' || lpad(n::text, 6, '0'), 1, 'Collection ' || n, case when n > $4::int then $2 || 'D000001' end,
       'inherit', $3, now(), now() from generate_series(1, $5::int) n order by n`,
    [id, key, user, FEW, count],
  );
}

/** The request headers of a user who is a member of so many organizations. */
async function memberOf(stage, count) {
  const { id, user, headers } = await organizationOf(stage, { level: 1 }, 0);
  const key = id.slice(-8);
  await stage.database.query(
    `insert into organization.organization (organization_id, id, version, title, type, email_domains, default_role, sso, ai,
       invite_links, merge_rules, created_at)
     select $1 || n, $1 || n, o.version, o.title || n, o.type, '{}', o.default_role, o.sso, o.ai, o.invite_links, o.merge_rules, o.created_at
     from organization.organization o, generate_series(2, $2::int) n where o.id = $3`,
    [`${key}O`, count, id],
  );
  await stage.database.query(
    `insert into organization.member (organization_id, id, version, user_id, role, joined_at)
     select $1 || n, $2, 1, $2, 'read', now() from generate_series(2, $3::int) n`,
    [`${key}O`, user, count],
  );
  return headers;
}
