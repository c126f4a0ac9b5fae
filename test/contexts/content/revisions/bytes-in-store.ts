import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { TestServer, TestUser } from '#testing/test-server';
import { Blobs } from '../../../../src/content/revisions/domain/content/blobs.js';
import { FileIntake } from '../../../../src/content/revisions/domain/content/file-intake.js';

import { OwnedStore } from '../../../../src/content/revisions/infrastructure/blobs/owned-store.js';

export const DELETE_UNUSED = 'content.delete-unused-blobs';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The bytes that an organization has in the store, and the rows about them. A text is the content of a file. */
export class BytesInStore {
  constructor(
    readonly server: TestServer,
    readonly user: TestUser & { organization: string },
  ) {}

  get blobs(): Blobs {
    return this.server.app.get(Blobs, { strict: false });
  }

  /** Makes the store that of the server's database, without the time that passes before it deletes for the first time. */
  static own(server: TestServer): Promise<void> {
    return server.app.get(OwnedStore, { strict: false }).claim();
  }

  /** As an upload whose page is not written. */
  async upload(text: string, server = this.server): Promise<void> {
    const intake = server.app.get(FileIntake, { strict: false });
    await intake.store(this.user.organization, 'a.txt', [Buffer.from(text)], 1_000_000);
  }

  /** What is stored; undefined without bytes. */
  async read(text: string): Promise<string | undefined> {
    const { organization } = this.user;
    if (!(await this.blobs.has(organization, hashOf(text)))) return undefined;
    return (await buffer(await this.blobs.open(organization, hashOf(text)))).toString();
  }

  /** The texts of which there are bytes. */
  async there(texts: readonly string[]): Promise<string[]> {
    const found = await Promise.all(texts.map(async (text) => ((await this.read(text)) === text ? [text] : [])));
    return found.flat();
  }

  /** The texts that a row of `table` names. */
  async named(table: 'file_blob' | 'unused_blob', texts: readonly string[]): Promise<string[]> {
    const rows = await this.server.rows<{ hash: string }>(
      `select encode(hash, 'hex') as hash from content.${table} where organization_id = $1`,
      [this.user.organization],
    );
    const hashes = new Set(rows.map(({ hash }) => hash));
    return texts.filter((text) => hashes.has(hashOf(text)));
  }

  /** Erases the rows of files as the collection of unused content does, their bytes being due. */
  async erase(texts: readonly string[]): Promise<void> {
    await this.server.rows(
      `with gone as (
         delete from content.file_blob where organization_id = $1 and hash = any(
           select decode(h, 'hex') from unnest($2::text[]) h) returning hash
       ) insert into content.unused_blob (organization_id, hash, delete_after)
       select $1, hash, now() - interval '1 second' from gone
       on conflict (organization_id, hash) do update set delete_after = excluded.delete_after`,
      [this.user.organization, texts.map(hashOf)],
    );
  }

  /** Lets the time pass after which bytes are deleted. */
  async due(): Promise<void> {
    await this.server.rows(`update content.unused_blob set delete_after = now() - interval '1 second'`);
  }

  /** Lets a week pass in which content that was stored ahead got no page. */
  async week(): Promise<void> {
    await this.server.rows(`update content.stored_ahead set written_at = now() - interval '8 days'`);
    await this.server.rows(`update content.file_blob set created_at = now() - interval '8 days'`);
    await this.server.rows('update content.garbage_collection set ended_at = null');
    await this.server.runJob('content.collect-garbage');
  }

  /**
   * Deletes what the collection of unused content noted, as if the days had passed. What is announced waits a day: its
   * upload is under way.
   */
  async hurry(server = this.server): Promise<void> {
    await server.rows(
      `update content.unused_blob set delete_after = now() where delete_after > now() + interval '2 days'`,
    );
    await this.delete(server);
  }

  delete(server = this.server, signal?: AbortSignal): Promise<void> {
    return server.runJob(DELETE_UNUSED, {}, signal);
  }
}
