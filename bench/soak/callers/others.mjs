/** Integrations and their tasks, conversations, specifications, translations, PDFs, imports, and a repository. */
import { execFileSync } from 'node:child_process';
import { archiveOf, formOf } from '../../seed/archive.mjs';
import { conversationsOf } from '../../seed/conversations.mjs';
import { specificationOf } from '../../seed/specification.mjs';

/** Queues tasks for a script, each of which has one effect outside. */
export function tasks(soak) {
  const { calls, ledger, integration, outside } = soak;
  const path = `/v1/integrations/${integration.name}`;
  let number = 0;
  return {
    name: 'tasks',
    every: 1_500,
    async step() {
      const { authToken: token } = await calls.get(integration.environment, { token: null });
      const task = `task-${number++}`;
      await calls.call('POST', `${path}/tasks`, { body: { task: { type: task }, schedule: 0 }, token });
      ledger.count('tasks');
      ledger.holds(task, 'A task', async () => (outside.seen.has(`/${task}`) ? undefined : 'had no effect'));
    },
  };
}

/** Sends conversations; every third one again, with another text. */
export function conversations(soak) {
  const { calls, ledger, organization, database } = soak;
  let sent = 0;
  return {
    name: 'conversations',
    every: 3_000,
    async step() {
      const isAgain = sent > 0 && sent % 3 === 0;
      const list = conversationsOf(isAgain ? sent - 5 : sent, 5);
      await calls.call('POST', `/v1/orgs/${organization}/conversations`, { body: list });
      if (isAgain) {
        sent++;
        return;
      }
      for (const { id } of list)
        ledger.holds(id, 'A conversation', async () => {
          const { rows } = await database.query(
            'select processed_at from conversations.conversation where organization_id = $1 and id = $2',
            [organization, id],
          );
          return rows[0]?.processed_at ? undefined : `is ${rows.length === 0 ? 'not there' : 'not read'}`;
        });
      sent += 5;
      ledger.count('conversations', 5);
    },
  };
}

/** Publishes specifications, by text and by an address that has another one each time. */
export function specifications(soak) {
  const { calls, ledger, organization } = soak;
  const path = `/v1/orgs/${organization}/openapi`;
  let number = 0;
  return {
    name: 'specifications',
    every: 20_000,
    async step() {
      const text = specificationOf(20_000, `1.${number++}`);
      await calls.call('PUT', `${path}/by-text`, { body: { source: { text } } });
      ledger.count('specifications');
      await calls.get(`${path}/by-text`);
      await calls.call('GET', `${path}/by-text/versions/latest/content`, { ok: [404] });
      await calls.call('PUT', `${path}/by-address`, { body: { source: { url: soak.outside.specification } } });
      ledger.count('specifications');
    },
  };
}

/** Has a translated space translated again after a change. */
export function translations(soak) {
  const { calls, ledger, spaces, organization, translation } = soak;
  const path = `/v1/spaces/${spaces.translated.id}`;
  let number = 0;
  return {
    name: 'translations',
    every: 15_000,
    async step() {
      const page = spaces.translated.pages[number++ % spaces.translated.pages.length];
      const changes = [{ operation: 'update_page', page, document: { markdown: `Sentence number ${number}.` } }];
      await calls.post(`${path}/content`, { changes });
      ledger.count('edits');
      const run = `/v1/orgs/${organization}/translations/${translation}/run`;
      await calls.call('POST', run, { body: {}, ok: [409] });
      ledger.count('translations');
    },
  };
}

/** Has a space printed, until the PDF is there. */
export function printer(soak) {
  const { calls, ledger, spaces } = soak;
  const path = `/v1/spaces/${spaces.translated.id}/pdf`;
  return {
    name: 'prints',
    every: 25_000,
    async step() {
      for (let asked = 0; asked < 20; asked++) {
        const { status, body } = await calls.call('GET', path, { ok: [429, 503] });
        // Too many are being made on a machine that is busy: later.
        if (status === 429) return;
        if (status === 503) continue;
        const { bytes } = await calls.call('GET', body.url, { token: null });
        if (bytes.subarray(0, 5).toString() !== '%PDF-') calls.fault('A PDF is none');
        ledger.count('prints');
        return;
      }
      if (!soak.server.isStruck(Date.now() - 60_000)) calls.fault('A PDF was not made');
    },
  };
}

/** Imports an archive into a space, sometimes with other files than before. */
export function importer(soak) {
  const { calls, ledger, spaces } = soak;
  const path = `/v1/spaces/${spaces.imported.id}`;
  const archives = [30, 40, 35].map(archiveOf);
  let number = 0;
  return {
    name: 'imports',
    every: 12_000,
    async step() {
      const count = [30, 40, 35][number % 3];
      const form = formOf(await archives[number++ % 3]);
      ledger.leaves('imported pages');
      const { revision } = (await calls.call('POST', `${path}/content/import`, { form })).body;
      ledger.revisions.push(revision);
      ledger.count('imports');
      ledger.holds('imported', 'An import', async () => {
        const { pages } = await calls.get(`${path}/content/pages`);
        const found = JSON.stringify(pages).split('"type":"document"').length - 1;
        return found >= count || soak.server.strikes.length > 0 ? undefined : `has ${found} pages instead of ${count}`;
      });
      await calls.call('GET', `${path}/content/export`);
    },
  };
}

/** Edits a space that a repository follows; in the end the repository has the last edit. */
export function syncer(soak) {
  const { calls, ledger, spaces, repository } = soak;
  const { id, pages } = spaces.synced;
  const path = `/v1/spaces/${id}`;
  let number = 0;
  return {
    name: 'syncs',
    every: 20_000,
    async step() {
      const text = `Synced ${number++}.`;
      const changes = [{ operation: 'update_page', page: pages[0], document: { markdown: text } }];
      const inRepository = async () =>
        execFileSync('git', ['-c', 'safe.directory=*', 'grep', '-h', 'Synced', 'main'], {
          cwd: repository,
          encoding: 'utf8',
        });
      const done = ledger.writes('the repository', text, inRepository);
      await calls.post(`${path}/content`, { changes });
      done();
      ledger.count('edits');
      ledger.count('syncs');
      await calls.call('POST', `${path}/git/sync`, { body: {} });
    },
  };
}
