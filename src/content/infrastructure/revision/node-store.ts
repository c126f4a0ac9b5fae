import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { NodeSource } from '../../domain/map/map-node.js';

/** Characters of node text kept in memory by one process. */
const CACHE_CHARACTERS = 64_000_000;

/** The nodes of all maps. They never change under their hash, so what was read once is kept, the latest used longest. */
@Injectable()
export class NodeStore {
  readonly #cache = new Map<string, string>();
  #size = 0;

  constructor(private readonly sql: SqlQuery) {}

  /** Reads the nodes of one organization. */
  of(organizationId: string): NodeSource {
    return { read: (hashes) => this.#read(organizationId, hashes) };
  }

  /** Remembers nodes that were just written; call it once they are committed. */
  remember(organizationId: string, nodes: ReadonlyMap<string, string>): void {
    for (const [hash, body] of nodes) this.#keep(`${organizationId}/${hash}`, body);
  }

  async #read(organizationId: string, hashes: string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const hash of hashes) {
      const key = `${organizationId}/${hash}`;
      const body = this.#cache.get(key);
      if (body === undefined) missing.push(hash);
      else {
        found.set(hash, body);
        this.#cache.delete(key);
        this.#cache.set(key, body);
      }
    }
    if (missing.length === 0) return found;
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'node.read',
      `select encode(hash, 'hex') as hash, body from content.node
       where organization_id = $1 and hash = any(select decode(h, 'hex') from unnest($2::text[]) h)`,
      [organizationId, missing],
    );
    for (const { hash, body } of rows) {
      found.set(hash, body);
      this.#keep(`${organizationId}/${hash}`, body);
    }
    return found;
  }

  #keep(key: string, body: string): void {
    if (this.#cache.has(key)) return;
    this.#cache.set(key, body);
    this.#size += body.length;
    for (const [oldest, text] of this.#cache) {
      if (this.#size <= CACHE_CHARACTERS) return;
      this.#cache.delete(oldest);
      this.#size -= text.length;
    }
  }
}
