import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN } from '../../support/quire-process.js';
import type { Board } from './board.js';
import { choose } from './choices.js';
import { Dice } from './dice.js';
import type { Entry, History, Intent, Outcome, SeenPage, Told, Where } from '../history.js';

const PATIENCE_MS = 20_000;
/** After a request that could not be served. */
const PAUSE_MS = 60;

interface PageJson {
  id: string;
  title: string;
  pages: PageJson[];
}

interface AnswerJson {
  id?: string;
  number?: number;
  revision?: string;
  result?: string;
  changeRequest?: { revision: string };
  changes?: { page: string | { id: string } }[];
  pages?: PageJson[];
  error?: { message: string };
}

/** Somebody who does one thing after the other to a space, as chance has it, and keeps a record of all of it. */
export class Client {
  readonly #dice: Dice;
  readonly #etags = new Map<Where, { etag: string; revision: string }>();
  #count = 0;

  constructor(
    private readonly space: { url: string; id: string },
    private readonly number: number,
    seed: number,
    private readonly board: Board,
    private readonly history: History,
  ) {
    this.#dice = Dice.of(seed, `client ${number}`);
  }

  /** One step. */
  async act(): Promise<void> {
    const intent = choose(this.#dice, this.board, `c${this.number}x${this.#count++}`);
    const entry = await this.send(intent);
    if (entry === undefined || entry.outcome === 'unknown') await sleep(PAUSE_MS);
  }

  /** Sends a request and records it. Nothing is recorded, or answered, where nothing could be sent. */
  async send(wanted: Intent): Promise<Entry | undefined> {
    const intent = this.#withTag(wanted);
    if (intent.kind === 'delete-space') this.board.deleted = true;
    const [start, date] = [performance.now(), Date.now()];
    const answer = await this.#fetch(intent).catch((error: unknown) => (wasNeverSent(error) ? 'nowhere' : undefined));
    if (answer === 'nowhere') return undefined;
    const outcome = outcomeOf(answer?.status);
    const entry: Entry = {
      client: this.number,
      intent,
      start,
      end: outcome === 'unknown' ? Infinity : performance.now(),
      date,
      dateEnd: outcome === 'unknown' ? Infinity : Date.now(),
      outcome,
      status: answer?.status ?? 0,
      told: answer?.told ?? {},
    };
    this.history.entries.push(entry);
    if (intent.kind === 'read') this.#remember(entry, intent.where);
    this.board.learn(entry);
    return entry;
  }

  #withTag(intent: Intent): Intent {
    const known = intent.kind === 'read' ? this.#etags.get(intent.where) : undefined;
    return known ? ({ ...intent, etag: known.etag } as Intent) : intent;
  }

  /** A reader who is told that nothing has changed sees what they saw last. */
  #remember({ status, told }: Entry, where: Where): void {
    const known = this.#etags.get(where);
    if (status === 304 && known) told.revision = known.revision;
    if (status === 200 && told.etag && told.revision) {
      this.#etags.set(where, { etag: told.etag, revision: told.revision });
    }
  }

  async #fetch(intent: Intent): Promise<{ status: number; told: Told }> {
    const { method, path, body } = requestOf(intent);
    const response = await fetch(`${this.space.url}/v1/spaces/${this.space.id}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(intent.kind === 'read' && intent.etag !== undefined ? { 'if-none-match': intent.etag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = (text === '' ? {} : JSON.parse(text)) as AnswerJson;
    const etag = response.headers.get('etag');
    return { status: response.status, told: { ...toldBy(intent, json), ...(etag === null ? {} : { etag }) } };
  }
}

/** What is answered with 500 or more, or not at all, may have happened. */
function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined || status >= 500) return 'unknown';
  return status < 400 ? 'done' : 'refused';
}

function wasNeverSent(error: unknown): boolean {
  return (error as { cause?: { code?: unknown } }).cause?.code === 'ECONNREFUSED';
}

function requestOf(intent: Intent): { method: string; path: string; body?: unknown } {
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

function toldBy({ kind }: Intent, json: AnswerJson): Told {
  const told: Told = {};
  const revision = kind === 'read' ? json.id : (json.revision ?? json.changeRequest?.revision);
  if (revision !== undefined) told.revision = revision;
  if (json.id !== undefined) told.id = json.id;
  if (json.number !== undefined) told.number = json.number;
  if (json.result !== undefined) told.result = json.result;
  if (json.changes) told.pages = json.changes.map(({ page }) => (typeof page === 'string' ? page : page.id));
  if (kind === 'read' && json.pages) told.seen = [...seenBelow(json.pages, null)];
  if (json.error) told.message = json.error.message;
  return told;
}

/** The pages of a tree, from the top down. */
export function* seenBelow(pages: readonly PageJson[], parent: string | null): Generator<SeenPage> {
  for (const page of pages) {
    yield [page.id, page.title, parent];
    yield* seenBelow(page.pages, page.id);
  }
}
