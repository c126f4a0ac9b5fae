/** Plain tables with what Quire answers, for the bare limit to read: a column for each member, the keys it asks by. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const PAGE = `create table if not exists bare.page (
  space_id text collate "C", id text collate "C", place int, parent text collate "C", title text, type text, kind text,
  created_at timestamptz, slug text, hidden bool, no_index bool, no_robots_index bool, layout json, tags json,
  document_id text, path text, app_url text, pages json, markdown text, etag text, primary key (space_id, id))`;

const INSERT = `insert into bare.page select * from json_populate_recordset(null::bare.page, $1::json)`;
const BATCH = 2_000;

/** Copies a page tree as `GET /content/pages` answered it. `bodies`: page id → the page as it is read by its id. */
export async function copyPages(database, spaceId, answer, bodies = new Map()) {
  await database.query(PAGE);
  const rows = [];
  const walk = (pages, parent) => {
    for (const page of pages) {
      const body = bodies.get(page.id);
      rows.push({
        ...{ space_id: spaceId, id: page.id, place: rows.length, parent, title: page.title, type: page.type },
        ...{ kind: page.kind, created_at: page.createdAt, slug: page.slug, hidden: page.hidden },
        ...{ no_index: page.noIndex, no_robots_index: page.noRobotsIndex, layout: page.layout, tags: page.tags },
        ...{ document_id: page.documentId, path: page.path, app_url: page.urls.app },
        ...{ pages: body?.view.pages, markdown: body?.view.markdown, etag: body?.etag },
      });
      walk(page.pages, page.id);
    }
  };
  walk(JSON.parse(answer).pages, null);
  for (let i = 0; i < rows.length; i += BATCH) {
    await database.query(INSERT, [JSON.stringify(rows.slice(i, i + BATCH))]);
  }
  await database.query('create table if not exists bare.tree (space_id text primary key, tree text)');
  await database.query('insert into bare.tree values ($1, $2)', [spaceId, answer]);
  await database.query('vacuum analyze bare.page');
}

const SPACE = `create table bare.space (organization_id text collate "C", id text collate "C", title text, emoji text,
  visibility text, created_at timestamptz, updated_at timestamptz, edit_mode text, template boolean, merge_rules json,
  language text, revision text, default_level text, primary key (organization_id, id))`;

export async function copySpaces(database, items) {
  await database.query(SPACE);
  const rows = items.map((space) => ({
    ...{ organization_id: space.organization, id: space.id, title: space.title, emoji: space.emoji },
    ...{ visibility: space.visibility, created_at: space.createdAt, updated_at: space.updatedAt },
    ...{ edit_mode: space.editMode, template: space.template, merge_rules: space.mergeRules, language: space.language },
    ...{ revision: space.revision, default_level: space.defaultLevel },
  }));
  await database.query('insert into bare.space select * from json_populate_recordset(null::bare.space, $1::json)', [
    JSON.stringify(rows),
  ]);
  await database.query('vacuum analyze bare.space');
}

const ANSWER = `create table if not exists bare.answer (key text collate "C" primary key, version text, body bytea,
  type text, encoding text)`;

/** Copies what a server answers to requests: bytes, as they are sent, by their paths or, of POST, by the URL asked about. */
export async function copyAnswers(database, { port, headers }, requests) {
  await database.query(ANSWER);
  for (const { method = 'GET', path, headers: more, body } of requests) {
    const answer = await bytesOf({ port, method, path, headers: { ...headers, ...more } }, body);
    const version = answer.headers.etag ?? createHash('sha256').update(answer.bytes).digest('base64url');
    const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
    await database.query(
      'insert into bare.answer values ($1, $2, $3, $4, $5)\n       on conflict (key) do update set version = excluded.version, body = excluded.body',
      [...[method === 'POST' ? JSON.parse(body).url : path, version, answer.bytes, type, encoding]],
    );
  }
  await database.query('vacuum analyze bare.answer');
}

/** As they come, still compressed. */
async function bytesOf(options, body) {
  const call = request(options).end(body);
  const [response] = await once(call, 'response');
  const bytes = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${options.path} was answered with ${response.statusCode}`);
  return { bytes, headers: response.headers };
}
