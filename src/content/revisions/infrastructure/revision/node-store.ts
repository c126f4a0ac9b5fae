import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { isLeafText } from '../../domain/map/leaf-text.js';
import { StoredNode, type NodeSource } from '../../domain/map/map-node.js';

/** A node's text takes a byte for most characters, and its parsed form as much again. */
const BYTES_A_CHARACTER = 2;

/** Reads nodes of maps. A node never changes under its hash, so nodes are cached, the most recently used ones. */
@Injectable()
export class NodeStore {
  readonly #cache = new Map<string, StoredNode>();
  readonly #most: number;
  /** Bytes. */
  #size = 0;

  constructor(
    private readonly sql: SqlQuery,
    caches: CacheBudget,
  ) {
    this.#most = caches.join('nodes of maps', {
      held: () => this.#size,
      dropOldest: () => this.#cache.size > 1 && this.#dropOldest(),
    });
  }

  /** A source of the nodes of one organization. */
  of(organizationId: string): NodeSource {
    return { read: (hashes) => this.#read(organizationId, hashes) };
  }

  /** The same for reading a whole map: keeps none of its leaves, which would replace all other nodes in the cache. */
  passing(organizationId: string): NodeSource {
    return { read: (hashes) => this.#read(organizationId, hashes, ({ text }) => !isLeafText(text)) };
  }

  /** Caches nodes that were just written. Call it after the commit. */
  remember(organizationId: string, nodes: ReadonlyMap<string, StoredNode>): void {
    for (const [hash, node] of nodes) this.#keep(`${organizationId}/${hash}`, node);
  }

  async #read(
    organizationId: string,
    hashes: string[],
    isKept: (node: StoredNode) => boolean = () => true,
  ): Promise<Map<string, StoredNode>> {
    const found = new Map<string, StoredNode>();
    const missing: string[] = [];
    for (const hash of hashes) {
      const key = `${organizationId}/${hash}`;
      const node = this.#cache.get(key);
      if (node === undefined) missing.push(hash);
      else {
        found.set(hash, node);
        this.#cache.delete(key);
        this.#cache.set(key, node);
      }
    }
    if (missing.length === 0) return found;
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'node.read-2',
      `select encode(hash, 'hex') as hash, body from content.node
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, missing],
    );
    for (const { hash, body } of rows) {
      const node = new StoredNode(body);
      found.set(hash, node);
      if (isKept(node)) this.#keep(`${organizationId}/${hash}`, node);
    }
    return found;
  }

  #keep(key: string, node: StoredNode): void {
    if (this.#cache.has(key)) return;
    this.#cache.set(key, node);
    this.#size += bytesOf(node);
    while (this.#size > this.#most) this.#dropOldest();
  }

  #dropOldest(): boolean {
    for (const [oldest, node] of this.#cache) {
      this.#size -= bytesOf(node);
      return this.#cache.delete(oldest);
    }
    return false;
  }
}

const bytesOf = ({ text }: StoredNode): number => text.length * BYTES_A_CHARACTER;
