import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN } from '../../support/quire-process.js';
import type { Board } from './board.js';
import { choose } from './choices.js';
import { Dice } from './dice.js';
import { requestOf, toldBy, type AnswerJson } from './requests.js';
import type { Entry, History, Intent, Outcome, Told, Where } from '../history.js';

const PATIENCE_MS = 20_000;
/** The pause after a request that could not be served. */
const PAUSE_MS = 60;

/** The space that clients change, and the tokens of its reviewers, by their ids. */
export interface Place {
  url: string;
  id: string;
  reviewers: ReadonlyMap<string, string>;
  /** How much older than the database what is read may be, milliseconds: where several processes answer. */
  staleMs: number;
}

/** Sends random requests about a space, one after the other, and records them. */
export class Client {
  readonly #dice: Dice;
  readonly #etags = new Map<Where, { etag: string; revision: string }>();
  #count = 0;

  constructor(
    private readonly space: Place,
    private readonly number: number,
    seed: number,
    private readonly board: Board,
    private readonly history: History,
  ) {
    this.#dice = Dice.of(seed, `client ${number}`);
  }

  /** Sends one request. */
  async act(): Promise<void> {
    const intent = choose(this.#dice, this.board, `c${this.number}x${this.#count++}`);
    const entry = await this.send(intent);
    if (entry === undefined || entry.outcome === 'unknown') await sleep(PAUSE_MS);
  }

  /** Sends a request and records it. Returns undefined, and records nothing, where it could not be sent. */
  async send(wanted: Intent): Promise<Entry | undefined> {
    const intent = this.#withTag(wanted);
    if (intent.kind === 'delete-space') this.board.deleted = true;
    const early = intent.kind === 'read' ? this.space.staleMs : 0;
    const [start, date] = [performance.now() - early, Date.now()];
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

  /** For a reader, "not modified" means the content of the last response. */
  #remember({ status, told }: Entry, where: Where): void {
    const known = this.#etags.get(where);
    if (status === 304 && known) told.revision = known.revision;
    if (status === 200 && told.etag && told.revision) {
      this.#etags.set(where, { etag: told.etag, revision: told.revision });
    }
  }

  async #fetch(intent: Intent): Promise<{ status: number; told: Told }> {
    const { method, path, body } = requestOf(intent);
    const token = intent.kind === 'review' ? this.space.reviewers.get(intent.reviewer) : TOKEN;
    const response = await fetch(`${this.space.url}/v1/spaces/${this.space.id}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        authorization: `Bearer ${token}`,
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

/** A request with 500 or more, or without a response, may have taken effect. */
function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined || status >= 500) return 'unknown';
  return status < 400 ? 'done' : 'refused';
}

function wasNeverSent(error: unknown): boolean {
  return (error as { cause?: { code?: unknown } }).cause?.code === 'ECONNREFUSED';
}
