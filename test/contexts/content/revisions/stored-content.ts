import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { CollectGarbage } from '../../../../src/content/revisions/infrastructure/garbage/collect-garbage.job.js';
import { PurgeSpaces } from '../../../../src/content/spaces/application/space/space.commands.js';

/** What an organization stores under hashes, and what of it something refers to, found without the collector. */
export class StoredContent {
  constructor(
    private readonly server: TestServer,
    private readonly user: TestUser & { organization: string },
  ) {}

  /** The hashes in the tables, each with the name of its table. */
  async stored(): Promise<string[]> {
    const found: string[] = [];
    for (const table of ['node', 'document', 'source_text']) {
      const rows = await this.#rows<{ hash: string }>(
        `select encode(hash, 'hex') as hash from content.${table} where organization_id = $1`,
      );
      found.push(...rows.map(({ hash }) => `${table} ${hash}`));
    }
    return found.sort();
  }

  /** All that revisions lead to, node by node, and what imports and translations keep. */
  async referredTo(): Promise<string[]> {
    const found = new Set<string>();
    const bodies = new Map(
      (
        await this.#rows<{ hash: string; body: string }>(
          `select encode(hash, 'hex') as hash, body from content.node where organization_id = $1`,
        )
      ).map(({ hash, body }) => [hash, JSON.parse(body) as { k?: (string | null)[]; e?: Record<string, string>[] }]),
    );
    const roots = await this.#rows<{ root: string }>(
      `select distinct encode(root, 'hex') as root from content.revision r
       cross join lateral (values (pages_root), (files_root), (contents_root)) roots(root)
       where organization_id = $1 and root is not null`,
    );
    const open = roots.map(({ root }) => root);
    for (let hash = open.pop(); hash !== undefined; hash = open.pop()) {
      if (found.has(`node ${hash}`)) continue;
      found.add(`node ${hash}`);
      const { k = [], e = [] } = bodies.get(hash) ?? {};
      open.push(...k.filter((kid): kid is string => kid !== null));
      for (const { document, source } of e) {
        if (document !== undefined) found.add(`document ${document}`);
        if (source !== undefined) found.add(`source_text ${source}`);
      }
    }
    for (const table of ['source_item', 'translated_item']) {
      const rows = await this.#rows<{ document: string }>(
        `select encode(document, 'hex') as document from content.${table}
         where organization_id = $1 and document is not null`,
      );
      for (const { document } of rows) found.add(`document ${document}`);
    }
    return [...found].sort();
  }

  /** One step of the collector, which waits for nothing; returns what came of it. */
  async step(): Promise<'done' | 'refused' | 'nothing'> {
    await this.server.rows(
      `update content.garbage_collection set deletes_after = now() - interval '1 second' where deletes_after > now()`,
    );
    return this.server.app.get(CollectGarbage, { strict: false }).step();
  }

  /** How many collections have ended, one at most. */
  async collections(): Promise<number> {
    const query = 'select from content.garbage_collection where organization_id = $1 and ended_at is not null';
    return (await this.#rows(query)).length;
  }

  /** Collects until nothing is left to do. */
  async collect(): Promise<void> {
    while ((await this.step()) !== 'nothing');
  }

  /** Notes that there may be garbage. */
  async want(): Promise<void> {
    await this.#rows(
      `insert into content.garbage_collection (organization_id, wanted, deletes_after)
       values ($1, true, now()) on conflict (organization_id) do update set wanted = true, begins_after = null`,
    );
  }

  async purge(space: TestSpace): Promise<void> {
    await this.user.api.delete(space.path);
    await this.server.rows(`update content.space set deleted_at = '2000-01-01' where id = $1`, [space.id]);
    await this.server.dispatcher.run(new PurgeSpaces());
  }

  async duplicate(space: TestSpace): Promise<TestSpace> {
    const { status, body, text } = await this.user.api.post(`${space.path}/duplicate`);
    if (status !== 201) throw new Error(`The space was not duplicated: ${text}`);
    return TestSpace.at(this.user.api, body.id);
  }

  #rows<R extends { [column: string]: unknown }>(text: string): Promise<R[]> {
    return this.server.rows<R>(text, [this.user.organization]);
  }
}
