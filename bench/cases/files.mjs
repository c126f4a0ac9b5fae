import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { memory, peakMemory, processTime } from '../process-time.mjs';
import { formOf } from '../seed/archive.mjs';
import { freePort } from '../stage.mjs';

const BYTES = 100_000_000;
const CHUNK = 64 * 1024;
/** Less than the file: it is not held whole. */
const FLAT = '≤ 50 MB';

/**
 * Sends one file of 100 MB as a form and fetches it again, of a server that was just started. Memory is what it holds
 * at most beyond what it held before. The bare limit hashes the bytes and writes them to the disk, durably.
 */
export const largeFile = {
  name: 'file of 100 MB',
  async run(stage) {
    const bytes = randomBytes(BYTES);
    const server = await stage.startQuire('api', await freePort());
    const space = await stage.emptySpace('Large files');
    const address = `http://localhost:${server.port}/v1/spaces/${space}/content/files`;
    // What is loaded with the first file is not what a file costs.
    await sent(server, address, Buffer.from('small'));
    const before = memory(server.pid);
    const up = await measured(server, () => sent(server, address, bytes));
    const peakUp = peakMemory(server.pid) - before;
    const url = new URL(up.answer.downloadURL);
    const down = await measured(server, () => fetched(`http://localhost:${server.port}${url.pathname}${url.search}`));
    if (down.answer !== BYTES) throw new Error(`${down.answer} bytes came back`);
    const peakDown = peakMemory(server.pid) - before;
    await stage.stop(server);
    return [
      { kind: 'run', name: 'upload', ...figures(up), memory: peakUp, target: FLAT },
      { kind: 'run', name: 'download', ...figures(down), memory: peakDown, target: FLAT },
      { kind: 'run', name: 'bare limit: hash and write', seconds: await bare(stage.dir, bytes) },
    ];
  },
};

const figures = ({ seconds, cpu }) => ({ seconds, server: cpu });

async function measured({ pid }, work) {
  const before = processTime(pid);
  const start = performance.now();
  const answer = await work();
  return { answer, seconds: (performance.now() - start) / 1000, cpu: processTime(pid) - before };
}

async function sent({ headers }, address, bytes) {
  const { body, type } = formOf(bytes, 'large.bin');
  const answer = await fetch(address, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
  if (answer.status !== 201) throw new Error(`The file was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function fetched(address) {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`The file's address was answered with ${answer.status}`);
  let length = 0;
  for await (const chunk of answer.body) length += chunk.length;
  return length;
}

async function bare(parent, bytes) {
  const folder = mkdtempSync(join(parent, 'bare-'));
  const start = performance.now();
  const hash = createHash('sha256');
  const file = await open(join(folder, 'file'), 'w');
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK);
    hash.update(chunk);
    await file.write(chunk);
  }
  hash.digest();
  await file.sync();
  await file.close();
  const seconds = (performance.now() - start) / 1000;
  rmSync(folder, { recursive: true });
  return seconds;
}
