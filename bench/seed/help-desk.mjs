/** A help desk that sends its conversations to an organization, and looks at what becomes of them in the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../load/connection.mjs';
import { conversationsOf } from './conversations.mjs';

/** Conversations of a request. */
const OF_A_REQUEST = 100;
const CONNECTIONS = 3;
const PATIENCE_MS = 30 * 60_000;
const POLL_MS = 250;

export class HelpDesk {
  /** Conversations that were sent. */
  sent = 0;

  constructor(stage, organization, server) {
    this.stage = stage;
    this.organization = organization;
    this.server = server;
  }

  /**
   * Sends so many conversations on a few connections, as fast as they are answered or so many a second; answers how many
   * were stored a second.
   */
  async send(count, rate = Infinity) {
    const requests = this.#requests(count);
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(this.server.port)));
    const begin = performance.now();
    let begun = 0;
    await Promise.all(
      connections.map(async (connection) => {
        for (let bytes = requests.shift(); bytes; bytes = requests.shift()) {
          const early = begin + (begun++ * OF_A_REQUEST * 1000) / rate - performance.now();
          if (early > 0) await sleep(early);
          const { status } = await connection.send(bytes);
          if (status !== 204) throw new Error(`Conversations were answered with ${status}`);
        }
      }),
    );
    const ms = performance.now() - begin;
    for (const connection of connections) connection.close();
    return (count / ms) * 1000;
  }

  /** Sends so many, and waits until all are read and all their issues are in clusters; answers the seconds of both. */
  async sendAndWait(count) {
    const begin = performance.now();
    await this.send(count);
    const seconds = {};
    for (;;) {
      const { conversations, issues } = await this.waiting();
      const now = (performance.now() - begin) / 1000;
      if (conversations === 0) seconds.found ??= now;
      if (conversations + issues === 0) return { ...seconds, joined: now };
      if (now * 1000 > PATIENCE_MS) throw new Error(`${conversations} conversations and ${issues} issues wait still`);
      await sleep(POLL_MS);
    }
  }

  /** Conversations that are not read, and issues that are in no cluster. */
  async waiting() {
    const { rows } = await this.stage.database.query(
      `select (select count(*) from conversations.conversation where organization_id = $1 and processed_at is null)::int
         as conversations,
       (select count(*) from conversations.issue where organization_id = $1 and cluster_id is null)::int as issues`,
      [this.organization],
    );
    return rows[0];
  }

  /** Milliseconds for each issue that joined a cluster later than a time, from the first batch to the last. */
  async msOfJoining(since) {
    const { rows } = await this.stage.database.query(
      `select count(*)::int as issues, extract(epoch from max(joined_at) - min(joined_at)) * 1000 as ms
       from conversations.issue i where organization_id = $1 and joined_at > $2
         and joined_at > (select min(joined_at) from conversations.issue where organization_id = $1 and joined_at > $2)`,
      [this.organization, since],
    );
    return Number(rows[0].ms) / rows[0].issues;
  }

  async sizes() {
    const { rows } = await this.stage.database.query(
      `select (select count(*) from conversations.issue)::int as issues,
         (select count(*) from conversations.cluster)::int as clusters,
         (select count(*) from conversations.term)::int as terms,
         (select count(*) from conversations.cluster_term)::int as "clusterTerms",
         (select json_object_agg(relname, pg_size_pretty(pg_total_relation_size(c.oid)) order by relname) from pg_class c
          join pg_namespace n on n.oid = c.relnamespace where nspname = 'conversations' and relkind = 'r') as sizes`,
    );
    return rows[0];
  }

  #requests(count) {
    const { headers } = this.server;
    const lists = Array.from({ length: Math.ceil(count / OF_A_REQUEST) }, (_, at) =>
      conversationsOf(this.sent + at * OF_A_REQUEST, Math.min(OF_A_REQUEST, count - at * OF_A_REQUEST)),
    );
    this.sent += count;
    return lists.map((list) => {
      const body = JSON.stringify(list);
      const lines = {
        host: `localhost:${this.server.port}`,
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
      return Buffer.from(`POST /v1/orgs/${this.organization}/conversations HTTP/1.1\r\n${head.join('')}\r\n${body}`);
    });
  }
}

/** The same conversations as rows, by a plain insert for each hundred: how many a second. */
export async function insertPlainly(database, count) {
  await database.query(`create table if not exists bare.conversation (organization text, id text, body jsonb,
    primary key (organization, id))`);
  await database.query('truncate bare.conversation');
  const lists = Array.from({ length: count / OF_A_REQUEST }, (_, at) =>
    conversationsOf(at * OF_A_REQUEST, OF_A_REQUEST).map((one) => JSON.stringify(one)),
  );
  const begin = performance.now();
  for (const list of lists) {
    await database.query({
      name: 'bare conversations',
      text: `insert into bare.conversation select 'organization', c->>'id', c from (select text::jsonb as c
        from unnest($1::text[]) as sent (text)) sent`,
      values: [list],
    });
  }
  return (count / (performance.now() - begin)) * 1000;
}
