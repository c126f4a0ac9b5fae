/** What the soak plays on: an organization with spaces, a site, an integration, a repository, and a person. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pageMarkdown, titleOf } from '../seed/markdown.mjs';
import { PASSWORD } from './callers/organization.mjs';
import { SECRET } from './callers/readers.mjs';

const PAGES = 300;
const FEW = 10;
const BATCH = 50;
const DOMAIN = 'soak.example';
const SCHEMA = {
  ...{ type: 'object', additionalProperties: false },
  properties: { plan: { type: 'string', enum: ['free', 'paid'], description: 'What they pay for' } },
};

/** Makes all of it and answers what callers need. */
export async function setStage({ server, calls, outside }) {
  const { id: organization } = await calls.post('/v1/orgs', { title: 'Soak' });
  const spaces = {};
  for (const [name, count] of Object.entries({ main: PAGES, proposed: FEW, translated: FEW, synced: 2, files: 1 }))
    spaces[name] = await spaceOf(calls, organization, name, count);
  spaces.imported = await spaceOf(calls, organization, 'imported', 0);
  const site = await siteOf(calls, organization, spaces.main);
  const integration = await integrationOf(calls, organization, spaces.main, outside);
  const { id: translation } = await calls.post(`/v1/orgs/${organization}/translations`, {
    ...{ source: { space: spaces.translated.id, language: 'en' }, language: 'de' },
  });
  await calls.call('PUT', `/v1/orgs/${organization}/openapi/by-text`, {
    body: { source: { url: outside.specification } },
  });
  await calls.post(`/v1/orgs/${organization}/spaces`, {
    title: 'Reference',
    computedSource: {
      ...{ type: 'builtin:openapi', props: { models: true } },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'by-text' } } },
    },
  });
  const repository = await repositoryOf(server, calls, spaces.synced);
  const person = await personOf(server);
  const scim = await directoryOf(server, calls, organization);
  return { organization, spaces, site, integration, translation, repository, person, scim };
}

async function spaceOf(calls, organization, title, count) {
  const { id } = await calls.post(`/v1/orgs/${organization}/spaces`, { title, empty: true });
  const pages = [];
  for (let at = 0; at < count; at += BATCH) {
    const changes = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => ({
      ...{ operation: 'insert_page', title: titleOf(at + i) },
      document: { markdown: pageMarkdown(at + i) },
    }));
    const answer = await calls.post(`/v1/spaces/${id}/content`, { changes });
    pages.push(...answer.changes.map(({ page }) => page.id));
  }
  return { id, pages };
}

async function siteOf(calls, organization, { id, pages }) {
  const sites = `/v1/orgs/${organization}/sites`;
  const path = `${sites}/${(await calls.post(sites, { title: 'Soak' })).id}`;
  await calls.post(`${path}/sections`, { spaceId: id, title: 'Section' });
  await calls.call('PATCH', path, { body: { adaptiveContent: { enabled: true } } });
  await calls.call('PUT', `${path}/adaptive-schema`, { body: { jsonSchema: SCHEMA } });
  const { privateKey } = await calls.get(`${path}/publishing/auth`);
  const { urls } = await calls.post(`${path}/publish`, {});
  const markdown = `For all.\n\n{% if visitor.claims.plan === "paid" %}\n${SECRET}\n{% endif %}\n`;
  await calls.post(`/v1/spaces/${id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Prices', slug: 'prices', document: { markdown } }],
  });
  const { pages: tree } = await calls.get(`/v1/spaces/${id}/content/pages`);
  const paths = tree.filter((page) => pages.includes(page.id)).map((page) => page.path);
  const { items } = await calls.get(`${path}/site-spaces`);
  return { path, root: urls.published, key: privateKey, adaptive: 'prices', paths, siteSpace: items[0].id };
}

async function integrationOf(calls, organization, space, outside) {
  const name = 'soak';
  const described = { title: 'Soak', description: 'Of the soak.', visibility: 'private' };
  const scopes = ['space:content:read'];
  await calls.post(`/v1/integrations/${name}`, { organization, ...described, scopes, script: outside.script });
  const { id } = await calls.post(`/v1/integrations/${name}/installations`, { organization });
  await calls.post(`/v1/integrations/${name}/installations/${id}/spaces`, { space: space.id });
  return { name, environment: `/integrations/${name}/installations/${id}/environment` };
}

async function repositoryOf(server, calls, space) {
  const folder = join(server.dir, 'repository.git');
  mkdirSync(folder);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', folder]);
  const body = { url: `file://${folder}`, ref: 'main', direction: 'export' };
  await calls.call('PUT', `/v1/spaces/${space.id}/git/sync`, { body });
  return folder;
}

async function personOf(server) {
  const email = `person@${DOMAIN}`;
  await server.command('user', 'create', '--email', email, '--name', 'Person');
  const link = await server.command('user', 'password', '--email', email);
  const headers = { 'sec-fetch-site': 'same-origin', origin: server.url };
  const body = new URLSearchParams({ password: PASSWORD });
  const { status } = await fetch(link, { method: 'POST', headers, body, redirect: 'manual' });
  if (status !== 303) throw new Error(`The password was answered with ${status}`);
  return { email };
}

async function directoryOf(server, calls, organization) {
  await calls.post(`/v1/orgs/${organization}/domains`, { domain: DOMAIN });
  await server.command('organization', 'domain', organization, DOMAIN);
  const { token } = await calls.post(`/v1/orgs/${organization}/scim-tokens`, { label: 'Soak' });
  return { domain: DOMAIN, token };
}

/** Deleted organizations are looked at again after ten minutes, an hour and a day: that is no work that waits. */
const WAITS = `attempts < max_attempts and run_at < now() + case when task_identifier = 'kernel.purge-organization'
  then interval '1 second' else interval '2 minutes' end`;
const DUE = `select count(*)::int as count from graphile_worker.jobs where ${WAITS}`;

/** Waits until no job is left that is due soon; answers those that are left after the patience is over. */
export async function settled(database, patienceMs = 300_000) {
  for (const end = Date.now() + patienceMs; ; await sleep(500)) {
    const [{ count }] = (await database.query(DUE)).rows;
    if (count === 0) return [];
    if (Date.now() < end) continue;
    const { rows } =
      await database.query(`select task_identifier as name, count(*)::int as count, max(attempts) as attempts
      from graphile_worker.jobs where ${WAITS} group by 1`);
    return rows;
  }
}
