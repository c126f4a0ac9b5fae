import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { Api } from '../api.js';
import { CommandFailed } from '../failure.js';
import { showBytes } from '../progress.js';
import { print, type Act, type Terminal } from '../terminal.js';
import { counted } from '../transfer/counted.js';
import { isEmptyFolder, unpack } from '../transfer/unpack.js';

interface ExportOptions {
  space: string;
  force?: boolean;
}

/** `quire export`: the content of a space as Markdown, into a folder or a zip file, over the HTTP API. */
export function exportCommand(terminal: Terminal, act: Act): Command {
  return new Command('export')
    .description('write the content of a space to a folder or a zip file')
    .argument('<target>', 'a folder, or a file whose name ends in .zip')
    .requiredOption('--space <id>', 'the space')
    .option('--force', 'write into a folder that is not empty, or over a file that exists')
    .addHelpText(
      'after',
      '\nSpeaks the API at QUIRE_URL with QUIRE_TOKEN; by default the local server as its administrator.',
    )
    .action((target: string, options: ExportOptions) => act(exportContent(terminal, resolve(target), options)));
}

async function exportContent(terminal: Terminal, target: string, options: ExportOptions): Promise<void> {
  const api = Api.of(terminal);
  try {
    if (target.toLowerCase().endsWith('.zip')) await toFile(terminal, api, target, options);
    else await toFolder(terminal, api, target, options);
  } finally {
    await api.close();
  }
}

async function toFile(terminal: Terminal, api: Api, target: string, options: ExportOptions): Promise<void> {
  if (options.force !== true && existsSync(target)) {
    throw new CommandFailed(`${target} exists: add --force to write over it`);
  }
  const draft = `${target}.${process.pid}.part`;
  try {
    await download(terminal, api, options.space, draft);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
  print(terminal, `Wrote ${target}`);
}

async function toFolder(terminal: Terminal, api: Api, target: string, options: ExportOptions): Promise<void> {
  if (options.force !== true && !(await isEmptyFolder(target))) {
    throw new CommandFailed(`${target} is not empty: add --force to write into it; what is not exported stays`);
  }
  const between = await mkdtemp(join(tmpdir(), 'quire-export-'));
  try {
    const archive = join(between, 'content.zip');
    await download(terminal, api, options.space, archive);
    const files = await unpack(archive, target, terminal.signal);
    print(terminal, `Wrote ${files} ${files === 1 ? 'file' : 'files'} to ${target}`);
  } finally {
    await rm(between, { recursive: true, force: true });
  }
}

async function download(terminal: Terminal, api: Api, spaceId: string, file: string): Promise<void> {
  const { content, size } = await api.download(`/v1/spaces/${encodeURIComponent(spaceId)}/content/export`);
  const progress = showBytes(terminal, 'Receiving', size);
  try {
    await pipeline(counted(content, progress), createWriteStream(file), { signal: terminal.signal });
  } finally {
    progress.end();
  }
}
