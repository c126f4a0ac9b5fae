import { createHash } from 'node:crypto';
import { Command } from 'commander';
import type { SpaceView } from '#content';
import { Api, ApiRefused } from '../api.js';
import { UsageInvalid } from '../failure.js';
import { inform, type Act, type Terminal } from '../terminal.js';
import { readArchive, type Archive } from '../transfer/archive.js';
import { findOrganization } from '../transfer/find-organization.js';
import { importRepository } from '../transfer/import-repository.js';
import { importSourceOf, type ImportSource } from '../transfer/import-source.js';
import { printReport, type ImportReport } from '../transfer/report.js';
import { sendArchive, WHOLE_BYTES } from '../transfer/send-archive.js';
import { intoContent } from '../transfer/send-in-parts.js';
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
    if (source.kind === 'repository') {
      await intoSpace(terminal, api, options, (spaceId) =>
        importRepository(terminal, api, spaceId, source.url, options.ref),
      );
      return;
    }
    const archive = await readArchive(terminal, source);
    const send = (spaceId: string) => sendArchive<ImportReport>(terminal, api, intoContent(spaceId), archive);
    if (archive.size > WHOLE_BYTES) await inParts(terminal, api, options, archive, send);
    else await intoSpace(terminal, api, options, send);
  } finally {
    await api.close();
  }
}

/** Imports into the space that is meant, and removes a new one again if that fails. */
async function intoSpace(
  terminal: Terminal,
  api: Api,
  options: ImportOptions,
  work: (spaceId: string) => Promise<ImportReport>,
): Promise<void> {
  const spaceId = options.space ?? (await createSpace(api, options));
  try {
    printReport(terminal, spaceId, await work(spaceId));
  } catch (error) {
    if (options.space === undefined) await removeSpace(terminal, api, spaceId);
    throw error;
  }
}

/**
 * Sends a large archive so that the same command can go on where this one breaks off: within a day it finds the space
 * that this one made, and the parts that have arrived in it.
 */
async function inParts(
  terminal: Terminal,
  api: Api,
  options: ImportOptions,
  archive: Archive,
  work: (spaceId: string) => Promise<ImportReport>,
): Promise<void> {
  if (options.space !== undefined) return printReport(terminal, options.space, await work(options.space));
  const named = JSON.stringify([options.organization, options.title, archive.sha256]);
  const spaceId = await createSpace(api, options, `import ${createHash('sha256').update(named).digest('hex')}`);
  try {
    printReport(terminal, spaceId, await work(spaceId));
  } catch (error) {
    if (error instanceof ApiRefused && error.status === 404) return intoSpace(terminal, api, options, work);
    if (error instanceof ApiRefused && error.status < 500) await removeSpace(terminal, api, spaceId);
    else inform(terminal, 'What was sent is kept for a day: run the same command again to go on');
    throw error;
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

/** With a key, the same space again within a day. */
async function createSpace(api: Api, { organization, title }: ImportOptions, key?: string): Promise<string> {
  const organizationId = await findOrganization(api, organization);
  const path = `/v1/orgs/${encodeURIComponent(organizationId)}/spaces`;
  return (await api.post<SpaceView>(path, { title, empty: true }, key)).id;
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
