/** What is made and deleted again for good: spaces, sites, organizations. Nothing of it may remain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { archiveOf, formOf } from '../../seed/archive.mjs';

const PATIENCE_MS = 300_000;

/** A space with pages, a change request and a comment, deleted; as if that had been more than a week ago. */
export function spaces(soak) {
  const { calls, ledger, organization, database } = soak;
  const archive = archiveOf(12);
  let number = 0;
  return {
    name: 'purged spaces',
    every: 25_000,
    async step() {
      const made = { title: `Temporary ${number++}`, empty: true };
      const { id } = await calls.post(`/v1/orgs/${organization}/spaces`, made);
      const path = `/v1/spaces/${id}`;
      ledger.count('edits');
      await calls.call('POST', `${path}/content/import`, { form: formOf(await archive) });
      ledger.count('imports');
      await calls.post(`${path}/change-requests`, { subject: 'Temporary' });
      ledger.count('change requests');
      await calls.post(`${path}/comments`, { body: { markdown: 'Temporary' } });
      await calls.call('DELETE', path);
      soak.removed.spaces.push(id);
      ledger.count('deleted spaces');
      ledger.holds(id, 'A deleted space', async () => {
        const { status } = await calls.call('GET', `${path}/content/pages`, { ok: [404] });
        return status === 404 ? undefined : `is answered with ${status}`;
      });
      await purge(database);
    },
  };
}

/** Lets what was deleted be old enough, and has it purged, and garbage collected, as the schedule does. */
export async function purge(database) {
  await database.query(`update content.space set deleted_at = now() - interval '8 days' where deleted_at is not null`);
  await database.query(
    `update content.garbage_collection set deletes_after = now() - interval '1 second', begins_after = null where wanted`,
  );
  for (const job of ['content.purge-spaces', 'content.collect-garbage', 'kernel.delete-empty-queues'])
    await database.query('select graphile_worker.add_job($1, $2, job_key := $1)', [job, '{}']);
}

/** The same, until it is done. */
export async function purged(database) {
  const left = 'select from content.garbage_collection where wanted or phase is not null';
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(2_000)) {
    await purge(database);
    // Nothing is under way any more that a sweep would have to wait for.
    await database.query(
      `update content.garbage_collection set deletes_after = now() - interval '1 second' where phase = 'sweep'`,
    );
    const { rowCount } = await database.query(left);
    const { rowCount: deleted } = await database.query('select from content.space where deleted_at is not null');
    if (rowCount + deleted === 0) return;
  }
}

/** A site with all that belongs to it, unpublished and deleted. */
export function sites(soak) {
  const { calls, ledger, organization, spaces: of } = soak;
  let number = 0;
  return {
    name: 'sites',
    every: 15_000,
    async step() {
      const sites = `/v1/orgs/${organization}/sites`;
      const { id } = await calls.post(sites, { title: `Temporary ${number++}` });
      const path = `${sites}/${id}`;
      await calls.post(`${path}/sections`, { spaceId: of.translated.id, title: 'Section' });
      const { urls } = await calls.post(`${path}/publish`, {});
      await calls.post(`${path}/share-links`, { name: 'Link' });
      const destination = { kind: 'external', url: 'https://example.com/' };
      await calls.post(`${path}/redirects`, { source: '/old', destination });
      await calls.call('GET', urls.published, { token: null });
      await calls.post(`${path}/unpublish`, {});
      await calls.call('DELETE', path);
      ledger.count('deleted sites');
      ledger.holds(id, 'A deleted site', async () => {
        const { status } = await calls.call('GET', path, { ok: [404] });
        return status === 404 ? undefined : `is answered with ${status}`;
      });
    },
  };
}

/** An organization with some of everything, deleted by the command line. */
export function organizations(soak) {
  const { calls, ledger, server } = soak;
  let number = 0;
  return {
    name: 'deleted organizations',
    every: 60_000,
    async step() {
      const { id } = await calls.post('/v1/orgs', { title: `Temporary ${number++}` });
      const { id: space } = await calls.post(`/v1/orgs/${id}/spaces`, { title: 'Temporary', empty: true });
      const document = { markdown: 'A page of an organization that goes.' };
      await calls.post(`/v1/spaces/${space}/content`, {
        changes: [{ operation: 'insert_page', title: 'Page', document }],
      });
      const { id: site } = await calls.post(`/v1/orgs/${id}/sites`, { title: 'Temporary' });
      await calls.post(`/v1/orgs/${id}/sites/${site}/sections`, { spaceId: space, title: 'Section' });
      await calls.post(`/v1/orgs/${id}/sites/${site}/publish`, {});
      const parts = [{ type: 'message', role: 'user', body: 'How do I leave?' }];
      await calls.call('POST', `/v1/orgs/${id}/conversations`, { body: [{ id: 'one', parts }] });
      await server.command('organization', 'delete', id, '--yes');
      soak.removed.organizations.push(id);
      ledger.count('deleted organizations');
    },
  };
}
