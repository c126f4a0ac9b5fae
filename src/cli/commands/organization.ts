import { Command } from 'commander';
import { DeleteOrganization, AcceptDomain } from '#organization';
import { withDispatcher } from '../application.js';
import { UsageInvalid } from '../failure.js';
import { organizationNamed, organizationSums, type OrganizationSums } from '../organization-sums.js';
import { inform, print, readableBytes, type Act, type Terminal } from '../terminal.js';

const GONE = `Everything of the organization is deleted: its content, sites, integrations, support conversations, files
and audit trail. Users stay, without their membership. Only a backup brings it back.`;

/** `quire organization delete`: for operators; the HTTP API does not offer it. */
export function organizationCommand(terminal: Terminal, act: Act): Command {
  const organization = new Command('organization').description('manage organizations');
  organization
    .command('delete')
    .description('delete an organization with everything that belongs to it; servers may run')
    .argument('<organization>', 'its id or hostname')
    .option('--yes', 'delete it; without this, only print what would be deleted')
    .addHelpText('after', `\n${GONE}`)
    .action((named: string, options: { yes?: boolean }) =>
      act(deleteOrganization(terminal, named, options.yes === true)),
    );
  organization
    .command('domain')
    .description('take your word that a domain of e-mail addresses is an organization’s own; servers may run')
    .argument('<organization>', 'its id or hostname')
    .argument('<domain>', 'such as example.com')
    .action((named: string, domain: string) => act(vouchForDomain(terminal, named, domain)));
  return organization;
}

async function vouchForDomain(terminal: Terminal, named: string, domain: string): Promise<void> {
  await withDispatcher(terminal, async (dispatcher, sql) => {
    const { id, title } = await organizationNamed(sql, named);
    await dispatcher.run(new AcceptDomain(id, domain));
    inform(terminal, `${title}: its identity providers may vouch for addresses of ${domain.toLowerCase()}`);
  });
}

async function deleteOrganization(terminal: Terminal, named: string, yes: boolean): Promise<void> {
  await withDispatcher(terminal, async (dispatcher, sql) => {
    const sums = await organizationSums(sql, named);
    for (const line of linesOf(sums)) print(terminal, line);
    if (!yes) throw new UsageInvalid(`${GONE}\nAdd --yes to do so.`);
    await dispatcher.run(new DeleteOrganization(sums.id));
    inform(terminal, 'Deleted: nobody reaches it any more. A server deletes the rest, now or when it is started next');
  });
}

function linesOf({
  id,
  title,
  hostname,
  members,
  spaces,
  sites,
  conversations,
  files,
  bytes,
}: OrganizationSums): string[] {
  return [
    `organization   ${id}  ${title}${hostname === null ? '' : `  ${hostname}`}`,
    `members        ${members}`,
    `spaces         ${spaces}`,
    `sites          ${sites}`,
    `conversations  ${conversations}`,
    `files          ${files}, ${readableBytes(bytes)}`,
  ];
}
