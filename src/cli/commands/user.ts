import { Command } from 'commander';
import { GetSecondFactorSummary, CreateToken, CreateUser, MakePasswordLink, DeleteSecondFactor } from '#organization';
import { readSettings } from '#kernel/infrastructure/settings';
import { withDispatcher } from '../application.js';
import { userOf } from '../find-user.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

const LABEL = 'Made with the user';

/**
 * `quire user create|password|second-factor`: the only line on the output is a new user's token, a link to set a
 * password, or how many passkeys and recovery codes a user has. The operator who runs it vouches for the e-mail address.
 */
export function userCommand(terminal: Terminal, act: Act): Command {
  const user = new Command('user').description('manage users');
  user
    .command('create')
    .description('create a user and print a token of theirs, which is shown this once')
    .requiredOption('--email <address>', 'e-mail address, unique over all users')
    .requiredOption('--name <name>', 'name shown to others')
    .action((options: { email: string; name: string }) => act(createUser(terminal, options.email, options.name)));
  user
    .command('password')
    .description('print a link by which a user sets a password; it is good for an hour, and once')
    .requiredOption('--email <address>', 'whose password')
    .action((options: { email: string }) => act(linkToPassword(terminal, options.email)));
  user
    .command('second-factor')
    .description('show how many passkeys and recovery codes a user has, or remove them for one who has lost them')
    .requiredOption('--email <address>', 'whose passkeys and codes')
    .option('--remove', 'remove all of them; the password alone signs the user in again')
    .action((options: { email: string; remove?: true }) =>
      act(secondFactor(terminal, options.email, options.remove === true)),
    );
  return user;
}

async function createUser(terminal: Terminal, email: string, name: string): Promise<void> {
  await withDispatcher(terminal, async (dispatcher) => {
    const userId = await dispatcher.run(new CreateUser(email, name, true));
    const { secret } = await dispatcher.run(new CreateToken(userId, LABEL, { secondFactor: true }));
    inform(terminal, `Created user ${userId}; this is their token, which is not shown again:`);
    print(terminal, secret);
  });
}

async function linkToPassword(terminal: Terminal, email: string): Promise<void> {
  const { publicUrl } = readSettings(terminal.env);
  await withDispatcher(terminal, async (dispatcher) => {
    const { secret, expiresAt } = await dispatcher.run(new MakePasswordLink(await userOf(dispatcher, email)));
    inform(terminal, `Open this before ${expiresAt.toISOString()} to set the password; it works once:`);
    print(terminal, `${publicUrl}/password/${secret}`);
  });
}

async function secondFactor(terminal: Terminal, email: string, remove: boolean): Promise<void> {
  await withDispatcher(terminal, async (dispatcher) => {
    const userId = await userOf(dispatcher, email);
    const { passkeys, codes } = remove
      ? await dispatcher.run(new DeleteSecondFactor(userId))
      : await dispatcher.ask(new GetSecondFactorSummary(userId));
    print(terminal, `passkeys: ${passkeys}  recovery codes: ${codes}`);
    if (remove)
      inform(terminal, passkeys === 0 ? 'There was nothing to remove' : `Removed the second factor of ${email}`);
    else if (passkeys > 0) inform(terminal, 'With --remove all of them are removed');
  });
}
