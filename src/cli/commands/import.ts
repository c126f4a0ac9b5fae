import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import type { SpaceView } from '#content';
import { zipFolder } from '../../content/exchange/infrastructure/sources/folder-zip.js';
import { Api } from '../api.js';
import { UsageInvalid } from '../failure.js';
import { showBytes } from '../progress.js';
import { inform, type Act, type Terminal } from '../terminal.js';
import { counted } from '../transfer/counted.js';
import { findOrganization } from '../transfer/find-organization.js';
import { importRepository } from '../transfer/import-repository.js';
import { importSourceOf, type ImportSource } from '../transfer/import-source.js';
import { printReport, type ImportReport } from '../transfer/report.js';
import { messageOf } from '../../start/refusal.js';

interface ImportOptions {
  organization?: string;
  title?: string;
  space?: string;
  ref?: string;
}

/** `quire import`: documentation from a folder, a zip file or a Git repository into a space, over the HTTP API. */
export function importCommand(terminal: Terminal, act: Act): Command {
  return new Command('import')
    .description('import documentation into a new space, or into one that exists')
    .argument('<source>', 'a folder, a zip file, or the URL of a Git repository')
    .option('--organization <id or title>', 'where the new space is made; needed if there are several')
    .option('--title <title>', 'title of the new space')
    .option('--space <id>', 'import into this space instead of a new one')
    .option('--ref <branch>', 'branch, tag or commit of the Git repository; its HEAD if left out')
    .addHelpText(
      'after',
      '\nSpeaks the API at QUIRE_URL with QUIRE_TOKEN; by default the local server as its administrator.',
    )
    .action((source: string, options: ImportOptions) => act(importContent(terminal, source, options)));
}

async function importContent(terminal: Terminal, named: string, options: ImportOptions): Promise<void> {
  const source = await importSourceOf(named);
  checkOptions(source, options);
  const api = Api.of(terminal);
  try {
    const spaceId = options.space ?? (await createSpace(api, options));
    try {
      printReport(terminal, spaceId, await send(terminal, api, spaceId, source, options.ref));
    } catch (error) {
      if (options.space === undefined) await removeSpace(terminal, api, spaceId);
      throw error;
    }
  } finally {
    await api.close();
  }
}

function checkOptions(source: ImportSource, { title, organization, space, ref }: ImportOptions): void {
  if ((space === undefined) === (title === undefined)) {
    throw new UsageInvalid('Give either --title for a new space or --space for one that exists');
  }
  if (space !== undefined && organization !== undefined) {
    throw new UsageInvalid('--organization says where a new space is made: it does not go with --space');
  }
  if (ref !== undefined && source.kind !== 'repository') {
    throw new UsageInvalid('--ref goes with the URL of a Git repository only');
  }
}

async function createSpace(api: Api, { organization, title }: ImportOptions): Promise<string> {
  const organizationId = await findOrganization(api, organization);
  const path = `/v1/orgs/${encodeURIComponent(organizationId)}/spaces`;
  return (await api.post<SpaceView>(path, { title, empty: true })).id;
}

/** An incomplete space of a failed import would only be in the way of the next import. */
async function removeSpace(terminal: Terminal, api: Api, spaceId: string): Promise<void> {
  try {
    await api.delete(`/v1/spaces/${encodeURIComponent(spaceId)}`);
    inform(terminal, 'The import failed; the new space was removed');
  } catch (error) {
    inform(terminal, `The import failed, and the new space ${spaceId} could not be removed: ${messageOf(error)}`);
  }
}

async function send(
  terminal: Terminal,
  api: Api,
  spaceId: string,
  source: ImportSource,
  ref: string | undefined,
): Promise<ImportReport> {
  if (source.kind === 'repository') return importRepository(terminal, api, spaceId, source.url, ref);
  const size = source.kind === 'archive' ? source.size : undefined;
  const bytes = source.kind === 'archive' ? createReadStream(source.path) : zipFolder(source.path);
  const progress = showBytes(terminal, 'Sending', size);
  const content = counted(bytes, progress);
  content.once('end', () => {
    progress.end();
    inform(terminal, 'Sent; the server reads it …');
  });
  content.once('error', () => progress.end());
  const name = source.kind === 'archive' ? source.name : `${source.name}.zip`;
  return api.upload<ImportReport>(`/v1/spaces/${encodeURIComponent(spaceId)}/content/import`, { name, content, size });
}
