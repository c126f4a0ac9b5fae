import type { Intent, SeenConflict, SeenPage, Told } from '../history.js';

interface PageJson {
  id: string;
  title: string;
  pages: PageJson[];
}

interface ConflictJson {
  id: string;
  kind: string;
  field?: string;
  status: 'open' | 'resolved';
  versions: { proposal?: unknown };
}

/** The members of a response that are read. */
export interface AnswerJson {
  id?: string;
  number?: number;
  revision?: string;
  result?: string;
  changeRequest?: { revision: string };
  changes?: { page: string | { id: string } }[];
  insertedFiles?: { id: string }[];
  items?: ConflictJson[];
  pages?: PageJson[];
  error?: { message: string };
}

/** The request for an intent, below the address of the space. */
export function requestOf(intent: Intent): { method: string; path: string; body?: unknown } {
  const at = 'where' in intent && intent.where !== null ? `/change-requests/${intent.where}` : '';
  switch (intent.kind) {
    case 'edit':
      return { method: 'POST', path: `${at}/content${at && '?compat=false'}`, body: { changes: intent.changes } };
    case 'create':
      return { method: 'POST', path: '/change-requests', body: { subject: intent.subject } };
    case 'set': {
      const { kind: _, where: __, ...body } = intent;
      return { method: 'PATCH', path: at, body };
    }
    case 'update':
    case 'merge':
      return { method: 'POST', path: `${at}/${intent.kind}` };
    case 'find-conflicts':
      return { method: 'GET', path: `${at}/conflicts?limit=1000` };
    case 'settle':
      return { method: 'POST', path: `${at}/conflicts/${intent.conflict}/resolve`, body: intent.by };
    case 'ask':
      return { method: 'POST', path: `${at}/requested-reviewers`, body: { users: intent.reviewers } };
    case 'withdraw':
      return { method: 'DELETE', path: `${at}/requested-reviewers/${intent.reviewer}` };
    case 'review': {
      const { status, text } = intent;
      const comment = text === undefined ? {} : { comment: { markdown: text } };
      return { method: 'POST', path: `${at}/reviews`, body: { status, ...comment } };
    }
    case 'rule': {
      const rules = intent.rules.map((rule) => ({ rule }));
      const mergeRules = rules.length === 0 ? { type: 'none' } : { type: 'rules', rules };
      return { method: 'PATCH', path: '', body: { mergeRules } };
    }
    case 'delete-space':
      return { method: 'DELETE', path: '' };
    case 'restore-space':
      return { method: 'POST', path: '/restore' };
    case 'read':
      return { method: 'GET', path: `${at}/content` };
    case 'post': {
      const { text, page } = intent;
      return { method: 'POST', path: `${at}/comments`, body: { body: { markdown: text }, ...(page ? { page } : {}) } };
    }
    case 'reply':
      return {
        method: 'POST',
        path: `${at}/comments/${intent.thread}/replies`,
        body: { body: { markdown: intent.text } },
      };
    case 'rewrite':
    case 'resolve':
    case 'react':
    case 'remove': {
      const reply = 'reply' in intent && intent.reply !== undefined ? `/replies/${intent.reply}` : '';
      const path = `${at}/comments/${intent.thread}${reply}`;
      if (intent.kind === 'remove') return { method: 'DELETE', path };
      return { method: 'PUT', path, body: remarkOf(intent) };
    }
  }
}

function remarkOf(intent: Extract<Intent, { kind: 'rewrite' | 'resolve' | 'react' }>): object {
  if (intent.kind === 'rewrite') return { body: { markdown: intent.text } };
  if (intent.kind === 'resolve') return { resolved: intent.resolved };
  return intent.added ? { addedReactions: [intent.emoji] } : { removedReactions: [intent.emoji] };
}

/** The result of an intent in its response. */
export function toldBy({ kind }: Intent, json: AnswerJson): Told {
  const told: Told = {};
  const revision = kind === 'read' ? json.id : (json.revision ?? json.changeRequest?.revision);
  if (revision !== undefined) told.revision = revision;
  if (json.id !== undefined) told.id = json.id;
  if (json.number !== undefined) told.number = json.number;
  if (json.result !== undefined) told.result = json.result;
  if (json.changes) told.pages = json.changes.map(({ page }) => (typeof page === 'string' ? page : page.id));
  if (json.insertedFiles) told.files = json.insertedFiles.map(({ id }) => id);
  if (kind === 'find-conflicts' && json.items) told.conflicts = json.items.map(seenConflict);
  if (kind === 'read' && json.pages) told.seen = [...seenBelow(json.pages, null)];
  if (json.error) told.message = json.error.message;
  return told;
}

function seenConflict({ id, kind, field, status, versions }: ConflictJson): SeenConflict {
  return { id, kind, status, hasProposal: versions.proposal !== undefined, ...(field === undefined ? {} : { field }) };
}

/** The pages of a tree, in its order. */
export function* seenBelow(pages: readonly PageJson[], parent: string | null): Generator<SeenPage> {
  for (const page of pages) {
    yield [page.id, page.title, parent];
    yield* seenBelow(page.pages, page.id);
  }
}
