import { createHash, type Hash } from 'node:crypto';

const CHUNK = 65_536;

/** SHA-256 (hex) of a JSON value; the order of keys does not count. */
export function hashOf(...values: readonly unknown[]): string {
  const hash = new CanonicalHash();
  for (const value of values) hash.add(value);
  return hash.end();
}

/** Hashes the text of values with their keys in order, without ever holding all of it. */
class CanonicalHash {
  readonly #hash: Hash = createHash('sha256');
  #text = '';

  add(value: unknown): void {
    this.#write(value);
    this.#text += '\n';
  }

  end(): string {
    return this.#hash.update(this.#text).digest('hex');
  }

  #write(value: unknown): void {
    if (typeof value !== 'object' || value === null) return this.#put(JSON.stringify(value) ?? 'null');
    if (Array.isArray(value)) {
      this.#put('[');
      for (const item of value) {
        this.#write(item);
        this.#put(',');
      }
      return this.#put(']');
    }
    this.#put('{');
    for (const key of Object.keys(value).sort()) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined) continue;
      this.#put(`${JSON.stringify(key)}:`);
      this.#write(item);
      this.#put(',');
    }
    this.#put('}');
  }

  #put(text: string): void {
    this.#text += text;
    if (this.#text.length < CHUNK) return;
    this.#hash.update(this.#text);
    this.#text = '';
  }
}
