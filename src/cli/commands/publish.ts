import { Command } from 'commander';
import { configSpacesOf } from '#site-config';
import { Api } from '../api.js';
import { UsageInvalid } from '../failure.js';
import { findSite } from '../publish/find-site.js';
import { previewSite } from '../publish/preview-site.js';
import { breaksLinks, isChanged, printPreview, printPublished } from '../publish/print-site.js';
import { publishSite } from '../publish/publish-site.js';
import { folderOf, readSource, requireFolders, siteSourceOf } from '../publish/site-source.js';
import { print, type Act, type Terminal } from '../terminal.js';
import { findOrganization } from '../transfer/find-organization.js';

interface PublishOptions {
  organization?: string;
  site?: string;
  title?: string;
  directory?: string;
  ref?: string;
  preview?: boolean;
  subject?: string;
  strict?: boolean;
  json?: boolean;
}

/** `quire publish`: a whole site from a folder or a Git repository, as its docs.yaml says, over the HTTP API. */
export function publishCommand(terminal: Terminal, act: Act): Command {
  return new Command('publish')
    .description('make a site of a folder or a Git repository, or update it, as its docs.yaml says')
    .argument('<source>', 'a folder, or the URL of a Git repository')
    .option('--organization <id or title>', 'where the site is; needed if there are several')
    .option('--site <id>', 'the site; the one with the title of docs.yaml if left out, or a new one')
    .option('--title <title>', 'title of a site without docs.yaml; the name of the folder if left out')
    .option('--directory <folder>', 'the folder of the source that docs.yaml is in')
    .option('--ref <branch>', 'branch, tag or commit of the Git repository; its HEAD if left out')
    .option('--preview', 'open change requests instead, and print what they would change')
    .option('--subject <text>', 'subject of those change requests; earlier ones with it are archived')
    .option('--strict', 'with --preview: fail where links would break or anchors vanish')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nSpeaks the API at QUIRE_URL with QUIRE_TOKEN; by default the local server as its administrator.',
    )
    .action((source: string, options: PublishOptions) => act(publish(terminal, source, options)));
}

async function publish(terminal: Terminal, named: string, options: PublishOptions): Promise<number> {
  if (!options.preview && (options.subject !== undefined || options.strict)) {
    throw new UsageInvalid('--subject and --strict go with --preview only');
  }
  const api = Api.of(terminal);
  try {
    const organizationId = await findOrganization(api, options.organization);
    const source = await siteSourceOf(api, organizationId, named, options);
    const { config } = readSource(source);
    const folders = configSpacesOf(config).flatMap(({ directory }) => (directory ? [folderOf(source, directory)] : []));
    await requireFolders(source, folders);
    const site = await findSite(api, organizationId, { id: options.site, title: config.title });
    const wanted = { organizationId, source, config, site };
    if (options.preview) {
      const subject = options.subject ?? `Preview of ${config.title}`.slice(0, 100);
      const preview = await previewSite(terminal, api, { ...wanted, subject });
      if (options.json) print(terminal, JSON.stringify(preview, null, 2));
      else printPreview(terminal, preview);
      return options.strict && breaksLinks(preview) ? 1 : 0;
    }
    const published = await publishSite(terminal, api, { ...wanted, named: options.site !== undefined });
    if (options.json) print(terminal, JSON.stringify(publishedJson(published), null, 2));
    else printPublished(terminal, published);
    return 0;
  } finally {
    await api.close();
  }
}

function publishedJson(published: Awaited<ReturnType<typeof publishSite>>) {
  const { site, created, structure, spaces } = published;
  const { changes, remarks } = structure;
  return {
    site: site.id,
    title: site.title,
    address: site.urls.published ?? null,
    created,
    changed: isChanged(published),
    changes,
    remarks,
    spaces,
  };
}
