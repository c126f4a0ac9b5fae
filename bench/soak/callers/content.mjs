/** Members who write: pages, files, comments, change requests with conflicts. Each has pages of its own. */
import { createHash, randomBytes } from 'node:crypto';
import { formOf } from '../../seed/archive.mjs';
import { untitledMarkdown } from '../../seed/markdown.mjs';

const MOST_FILES_CHECKED = 200;
const MOST_REVISIONS_CHECKED = 100;

/** Edits its pages, adds some and removes them again. */
export function writer(soak, number) {
  const { calls, ledger, spaces } = soak;
  const space = spaces.main;
  const path = `/v1/spaces/${space.id}`;
  const own = space.pages.filter((_, at) => at % soak.writers === number);
  let turn = 0;
  return {
    name: 'writer',
    every: 700,
    async step() {
      const token = `word${number}x${turn++}`;
      const page = own[turn % own.length];
      if (turn % 9 === 0) return insertAndDelete(token);
      if (turn % 7 === 0) return retitle(page, token);
      const markdown = `${untitledMarkdown(turn % 200)}\nThe text ${token}.\n`;
      await edit(page, { document: { markdown } }, `body of ${page}`, token);
    },
  };

  async function edit(page, fields, place, token) {
    const done = ledger.writes(place, token, () => textOf(calls, path, page));
    const { revision } = await calls.post(`${path}/content`, {
      changes: [{ operation: 'update_page', page, ...fields }],
    });
    done();
    ledger.count('edits');
    ledger.revisions.push(revision);
    if (ledger.revisions.length % 50 === 0 && ledger.revisions.length < 50 * MOST_REVISIONS_CHECKED)
      ledger.holds(`revision ${revision}`, 'An old revision', async () => {
        const text = await textOf(calls, `${path}/revisions/${revision}`, page, true);
        return text.includes(token) ? undefined : `has not ${token}`;
      });
  }

  async function retitle(page, token) {
    await edit(page, { title: `Title ${token}` }, `title of ${page}`, token);
  }

  async function insertAndDelete(token) {
    const changes = [
      { operation: 'insert_page', title: `New ${token}`, into: own[0], document: { markdown: `New ${token}.` } },
    ];
    const answer = await calls.post(`${path}/content`, { changes });
    const { id } = answer.changes[0].page;
    ledger.revisions.push(answer.revision);
    const { revision } = await calls.post(`${path}/content`, { changes: [{ operation: 'delete_page', page: id }] });
    ledger.revisions.push(revision);
    ledger.count('edits', 2);
    ledger.holds(`page ${id}`, 'A deleted page', async () => {
      const { status } = await calls.call('GET', `${path}/content/page/${id}`, { ok: [404] });
      return status === 404 ? undefined : `is answered with ${status}`;
    });
  }
}

async function textOf(calls, path, page, isRevision = false) {
  const { markdown, title } = await calls.get(`${path}${isRevision ? '' : '/content'}/page/${page}?format=markdown`);
  return `${title}\n${markdown}`;
}

/** Sends files, some as forms and some within changes, and reads them. */
export function filer(soak) {
  const { calls, ledger, spaces } = soak;
  const path = `/v1/spaces/${spaces.files.id}/content`;
  let number = 0;
  return {
    name: 'files',
    every: 4_000,
    async step() {
      const isForm = number++ % 2 === 0;
      const bytes = randomBytes(isForm ? 200_000 : 30_000);
      const name = `file-${number}.bin`;
      let id;
      if (isForm) {
        const form = formOf(bytes, name);
        ({ id } = (await calls.call('POST', `${path}/files`, { form })).body);
      } else {
        const files = [{ name, base64: bytes.toString('base64'), contentType: 'application/octet-stream' }];
        const { insertedFiles } = await calls.post(path, { changes: [{ operation: 'insert_files', files }] });
        ({ id } = insertedFiles[0]);
      }
      ledger.count('files');
      ledger.count('edits');
      const hash = createHash('sha256').update(bytes).digest('hex');
      const check = async () => {
        const { downloadURL } = await calls.get(`${path}/files/${id}`);
        const { bytes: read } = await calls.call('GET', downloadURL, { token: null });
        return createHash('sha256').update(read).digest('hex') === hash ? undefined : `${read.length} other bytes`;
      };
      const wrong = await check();
      if (wrong) calls.fault(`A file ${id}: ${wrong}`);
      if (number < MOST_FILES_CHECKED) ledger.holds(`file ${id}`, 'A file', check);
    },
  };
}

/** Writes comments with replies, and deletes every second one. */
export function commenter(soak) {
  const { calls, ledger, spaces } = soak;
  const path = `/v1/spaces/${spaces.main.id}/comments`;
  let number = 0;
  return {
    name: 'comments',
    every: 3_000,
    async step() {
      const text = `Remark ${number++}`;
      const { id } = await calls.post(path, { body: { markdown: text } });
      ledger.count('comments');
      await calls.post(`${path}/${id}/replies`, { body: { markdown: 'Thanks.' } });
      ledger.count('comments');
      const status = async () => (await calls.call('GET', `${path}/${id}`, { ok: [404] })).status;
      if (number % 2 === 0) {
        await calls.call('DELETE', `${path}/${id}`);
        ledger.count('comments', -2);
        ledger.holds(id, 'A deleted comment', async () => ((await status()) === 404 ? undefined : 'is there'));
      } else ledger.holds(id, 'A comment', async () => ((await status()) === 200 ? undefined : 'is not there'));
    },
  };
}

/** Opens change requests, edits in them what is edited in the space as well, merges them and resolves the conflicts. */
export function proposer(soak) {
  const { calls, ledger, spaces } = soak;
  const space = spaces.proposed;
  const path = `/v1/spaces/${space.id}`;
  let number = 0;
  return {
    name: 'change requests',
    every: 2_500,
    async step() {
      const token = `proposal${number++}`;
      const page = space.pages[number % space.pages.length];
      const place = `proposed page ${page}`;
      const body = (text) => ({
        changes: [{ operation: 'update_page', page, document: { markdown: `The page.\n\n${text}\n\nThe end.` } }],
      });
      const { id } = await calls.post(`${path}/change-requests`, { subject: token });
      ledger.count('change requests');
      const request = `${path}/change-requests/${id}`;
      ledger.holds(id, 'A change request', () => statusIs(request, ['draft', 'open', 'merged', 'archived']));
      await calls.post(`${request}/content`, body(`Theirs ${token}.`));
      ledger.count('edits');
      const isConflict = number % 2 === 0;
      const read = () => textOf(calls, path, page);
      if (isConflict) {
        const done = ledger.writes(place, `Ours ${token}.`, read);
        await calls.post(`${path}/content`, body(`Ours ${token}.`));
        done();
        ledger.count('edits');
      }
      await calls.get(`${request}/changes`);
      if (number % 3 === 0) await calls.post(`${request}/update`);
      if (number % 11 === 0) {
        await calls.call('PATCH', request, { body: { status: 'archived' } });
        ledger.holds(id, 'A change request', () => statusIs(request, ['archived']));
        return;
      }
      const done = ledger.writes(place, `Theirs ${token}.`, read);
      await calls.post(`${request}/merge`);
      ledger.count('merges');
      ledger.holds(id, 'A change request', () => statusIs(request, ['merged']));
      const { items } = await calls.get(`${request}/conflicts?status=open`);
      if (items.length > 0 !== isConflict) calls.fault(`${items.length} conflicts where there are some: ${isConflict}`);
      for (const conflict of items)
        await calls.post(`${request}/conflicts/${conflict.id}/resolve`, { take: 'changeRequest' });
      ledger.count('edits', items.length);
      ledger.count('conflicts', items.length);
      done();
    },
  };

  async function statusIs(request, wanted) {
    const { status } = await calls.get(request);
    return wanted.includes(status) ? undefined : `has the status ${status}`;
  }
}
