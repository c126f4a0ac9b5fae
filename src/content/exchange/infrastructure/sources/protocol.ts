import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GitHeadMoved,
  SourceRefused,
  SourceTooLarge,
  SourceMissing,
  SourceUnavailable,
} from '../../domain/import/sources.js';
import type { Conversation } from './conversation.js';
import { FLUSH, pktLine, type PktLines } from './pkt-lines.js';

export const NO_OID = '0'.repeat(40);
const AGENT = 'agent=quire';

/** The advertisement that a repository begins with. */
export interface Advertisement {
  /** Oid by full ref name; HEAD among them if it points somewhere. */
  refs: ReadonlyMap<string, string>;
  capabilities: ReadonlySet<string>;
  /** The branch that HEAD points to, if advertised. */
  headBranch: string | undefined;
}

/** Reads the advertisement of protocol version 0, which every server speaks. */
export async function readAdvertisement(lines: PktLines): Promise<Advertisement> {
  const refs = new Map<string, string>();
  let capabilities = new Set<string>();
  for (let line = await lines.nextText(); line !== 'flush'; line = await lines.nextText()) {
    if (line === undefined) throw new SourceUnavailable('The remote does not answer as a Git repository');
    if (line.startsWith('ERR ')) throw new SourceUnavailable(`The remote says: ${printable(line.slice(4))}`);
    const [entry = '', listed] = line.split('\0');
    if (listed !== undefined) capabilities = new Set(listed.trim().split(' '));
    const [, oid, name] = /^([0-9a-f]{40}) (\S+)$/.exec(entry) ?? [];
    if (oid === undefined || name === undefined) {
      if (entry.startsWith('shallow ') || entry === 'version 1') continue;
      throw new SourceRefused('The repository does not use SHA-1 object names');
    }
    if (name !== 'capabilities^{}') refs.set(name, oid);
  }
  const symref = [...capabilities].find((each) => each.startsWith('symref=HEAD:'));
  return { refs, capabilities, headBranch: symref?.slice('symref=HEAD:'.length) ?? likelyHead(refs) };
}

/** Finds what the caller named: nothing (HEAD), a full ref, a branch, a tag or a commit. */
export function chooseRef(told: Advertisement, wanted: string | undefined): { ref: string; oid: string } {
  if (wanted === undefined) {
    const oid = told.refs.get('HEAD');
    if (oid === undefined) throw new SourceMissing('The repository has no commits on its HEAD');
    return { ref: told.headBranch ?? 'HEAD', oid };
  }
  for (const ref of [wanted, `refs/heads/${wanted}`, `refs/tags/${wanted}`, `refs/${wanted}`]) {
    const oid = told.refs.get(ref);
    if (oid !== undefined) return { ref, oid };
  }
  if (/^[0-9a-f]{40}$/.test(wanted)) return { ref: wanted, oid: wanted };
  throw new SourceMissing(`The repository has no branch, tag or commit "${printable(wanted)}"`);
}

/** What of a commit is fetched: all its files, its folders alone, or its history alone, as far as `depth` leads. */
export type Wanted = 'files' | 'folders' | 'history';

const FILTERS: Record<Wanted, string[]> = {
  files: [],
  folders: ['filter blob:none\n'],
  history: ['filter tree:0\n'],
};

/**
 * Asks for one commit, without its history unless that is what is wanted, and writes the pack to a file. What is not
 * wanted stays out where the server knows how. Throws if the server breaks off: half a pack is no pack.
 */
export async function fetchPack(
  conversation: Conversation,
  told: Advertisement,
  oid: string,
  file: string,
  options: { maxBytes: number; wanted: Wanted; depth?: number },
): Promise<void> {
  if (!told.capabilities.has('shallow')) throw new SourceUnavailable('The remote cannot send a commit without history');
  if (!told.capabilities.has('side-band-64k')) throw new SourceUnavailable('The remote speaks too old a Git protocol');
  const filters = told.capabilities.has('filter') ? FILTERS[options.wanted] : [];
  const asked = ['side-band-64k', 'ofs-delta', 'no-progress', AGENT, ...(filters.length > 0 ? ['filter'] : [])];
  const lines = [`want ${oid} ${asked.join(' ')}\n`, `deepen ${options.depth ?? 1}\n`, ...filters];
  const request = Buffer.concat([...lines.map(pktLine), FLUSH, pktLine('done\n')]);
  const answer = await conversation.answer(Readable.from([request]), request.length);
  await pipeline(packBytes(answer, options.maxBytes), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

async function* packBytes(answer: PktLines, maxBytes: number): AsyncGenerator<Buffer> {
  for (let text = await answer.nextText(); text !== 'NAK'; text = await answer.nextText()) {
    if (text === undefined) throw new SourceUnavailable('The remote broke off');
    if (text.startsWith('ERR ')) throw new SourceUnavailable(`The remote says: ${printable(text.slice(4))}`);
  }
  let size = 0;
  for (let line = await answer.next(); line !== 'flush'; line = await answer.next()) {
    if (line === undefined) throw new SourceUnavailable('The remote broke off');
    const band = line[0];
    if (band === 3) throw new SourceUnavailable(`The remote says: ${printable(line.subarray(1).toString())}`);
    if (band !== 1) continue;
    size += line.length - 1;
    if (size > maxBytes) throw new SourceTooLarge(`The repository is larger than ${maxBytes} bytes`);
    yield line.subarray(1);
  }
}

/** Moves one ref from `from` to `to`, sending the pack; GitHeadMoved if it is no longer at `from`. */
export async function pushPack(
  conversation: Conversation,
  told: Advertisement,
  change: { ref: string; from: string; to: string },
  pack: { bytes: Readable; size: number },
): Promise<void> {
  const asked = ['report-status', AGENT].filter(
    (each) => told.capabilities.has(each.split('=')[0] ?? '') || each === AGENT,
  );
  const command = pktLine(`${change.from} ${change.to} ${change.ref}\0 ${asked.join(' ')}\n`);
  const head = Buffer.concat([command, FLUSH]);
  const answer = await conversation.answer(Readable.from(joined(head, pack.bytes)), head.length + pack.size);
  const report: string[] = [];
  for (let line = await answer.nextText(); line !== undefined && line !== 'flush'; line = await answer.nextText()) {
    report.push(line);
  }
  const refused = report.find((line) => line.startsWith('ng ') || (line.startsWith('unpack ') && line !== 'unpack ok'));
  if (refused === undefined && report.includes(`ok ${change.ref}`)) return;
  if (
    /fetch first|non-fast-forward|stale|failed to (update|lock)|reference already exists|incorrect old/.test(
      refused ?? '',
    )
  ) {
    throw new GitHeadMoved('Somebody else pushed to the branch in the meantime');
  }
  throw new SourceUnavailable(`The remote refused the push: ${printable(refused ?? 'it did not report')}`);
}

async function* joined(head: Buffer, rest: Readable): AsyncGenerator<Buffer> {
  yield head;
  for await (const chunk of rest as AsyncIterable<Buffer>) yield chunk;
}

/** Old servers do not advertise the branch of HEAD: takes one with the same commit, main and master before others. */
function likelyHead(refs: ReadonlyMap<string, string>): string | undefined {
  const head = refs.get('HEAD');
  if (head === undefined) return undefined;
  const same = [...refs.keys()].filter((name) => name.startsWith('refs/heads/') && refs.get(name) === head);
  return ['refs/heads/main', 'refs/heads/master'].find((name) => same.includes(name)) ?? same[0];
}

export function printable(text: string): string {
  return text
    .trim()
    .slice(0, 300)
    .replace(/\p{Cc}+/gu, ' ');
}
