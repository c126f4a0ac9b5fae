import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { packVector } from '#clustering';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Quotas, type Quota } from '#kernel/domain/quotas';
import { ConversationEmbedding, MOST_TEXTS } from '../../conversations/infrastructure/conversation-embedding.js';
import { KeepVectors } from '../application/cluster.commands.js';
import type { GroupedIssues, IssueText } from '../domain/clusters.js';
import { IssueEmbedder, type EmbeddedIssues } from '../domain/issue-embedder.js';
import { Vectors } from '../domain/vectors.js';

/** How long issues wait for a model before they join without it; it is then left alone for a minute. */
const JOINING_MS = 10_000;
/** How long a model may take for some of many, and for all before these are grouped: the next night goes on. */
const SOME_MS = 30_000;
const FILLING_MS = 5 * 60_000;
/** Texts of an organization that a model reads in a day. */
const MOST_A_DAY = 200_000;
const DAY_MS = 86_400_000;

/** Finds out by the embedding model of this server what issues mean, once for each issue. */
@Injectable()
export class ModelEmbedder extends IssueEmbedder implements OnModuleDestroy {
  readonly #quota: Quota;
  #stopping = false;

  constructor(
    private readonly embedding: ConversationEmbedding,
    private readonly vectors: Vectors,
    private readonly dispatcher: Dispatcher,
    quotas: Quotas,
  ) {
    super();
    this.#quota = quotas.of('conversations.embedded-issues', MOST_A_DAY, DAY_MS);
  }

  onModuleDestroy(): void {
    this.#stopping = true;
  }

  async embed(organizationId: string, issues: readonly IssueText[]): Promise<EmbeddedIssues | undefined> {
    const ids = issues.map(({ id }) => id);
    const known = await this.stored(organizationId, ids);
    if (!known) return undefined;
    const missing = idsByText(issues.filter(({ id }) => !known.vectors.has(id)));
    const found = await this.#ask(organizationId, known.model, missing, JOINING_MS);
    return { model: known.model, vectors: new Map([...known.vectors, ...found]) };
  }

  async stored(organizationId: string, issueIds: readonly string[]): Promise<EmbeddedIssues | undefined> {
    const model = await this.embedding.nameFor(organizationId);
    return model === undefined
      ? undefined
      : { model, vectors: await this.vectors.ofIssues(organizationId, model, issueIds) };
  }

  async fill(organizationId: string, { ids, texts }: GroupedIssues): Promise<boolean> {
    const begin = performance.now();
    const model = await this.embedding.nameFor(organizationId);
    if (model === undefined) return false;
    const missing = new Set(await this.vectors.missing(organizationId, model, ids));
    const issues = ids.flatMap((id, at) => (missing.has(id) ? [{ id, text: texts[at] ?? '' }] : []));
    const waiting = [...idsByText(issues)];
    for (let at = 0; at < waiting.length; at += MOST_TEXTS) {
      const isOver = this.#stopping || performance.now() - begin > FILLING_MS;
      const some = new Map(isOver ? [] : waiting.slice(at, at + MOST_TEXTS));
      const { size } = await this.#ask(organizationId, model, some, SOME_MS);
      if (size === 0) return at > 0;
    }
    return waiting.length > 0;
  }

  /** Asks the model for vectors of texts, and stores them for the issues with these texts. */
  async #ask(
    organizationId: string,
    model: string,
    waiting: ReadonlyMap<string, string[]>,
    timeoutMs: number,
  ): Promise<Map<string, Int8Array>> {
    const texts = [...waiting.keys()];
    const answers = await this.embedding.vectors(organizationId, texts, { quota: this.#quota, timeoutMs });
    const found = new Map<string, Int8Array>();
    texts.forEach((text, at) => {
      const vector = answers[at] && packVector(answers[at]);
      if (vector) for (const id of waiting.get(text) ?? []) found.set(id, vector);
    });
    if (found.size > 0) await this.dispatcher.run(new KeepVectors(organizationId, model, found));
    return found;
  }
}

/** The issues with each text; one without a text means nothing. */
function idsByText(issues: readonly IssueText[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, text } of issues) {
    const known = ids.get(text);
    if (known) known.push(id);
    else if (text.trim() !== '') ids.set(text, [id]);
  }
  return ids;
}
