import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Settings } from '#kernel/infrastructure/settings';
import type { TestServer } from './test-server.js';

/** A message in the outbox folder, as its reader sees it. */
export interface SentMessage {
  to: string;
  subject: string;
  text: string;
  /** The part after the last slash of the first link. */
  secret: string;
}

/** The messages that a test server has written to its outbox folder, the oldest first. Run its jobs before. */
export function messagesOf(server: TestServer): SentMessage[] {
  const folder = join(server.app.get(Settings).dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readMessage(readFileSync(join(folder, name), 'utf8')));
}

export function readMessage(source: string): SentMessage {
  // Decodes the folding of headers and the soft line breaks of quoted-printable.
  const plain = source
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/=\r\n/g, '')
    .replace(/=3D/g, '=');
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(plain)?.[1]?.trim() ?? '';
  const secret = /\/(?:invite|password)\/([0-9A-Za-z]+)/.exec(plain)?.[1] ?? '';
  return { to: header('to'), subject: header('subject'), text: plain, secret };
}
