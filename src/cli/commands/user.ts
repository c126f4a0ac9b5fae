import { Command } from 'commander';
import { CreateToken, CreateUser } from '#organization';
import { withDispatcher } from '../application.js';
import { print, tell, type Act, type Terminal } from '../terminal.js';

const LABEL = 'Made with the user';

/**
 * `quire user create`: makes a user and prints a token of theirs, the only line on the output. Whoever runs it vouches
 * for the e-mail address.
 */
export function userCommand(terminal: Terminal, act: Act): Command {
  const user = new Command('user').description('manage users');
  user
    .command('create')
    .description('create a user and print a token of theirs, which is shown this once')
    .requiredOption('--email <address>', 'e-mail address, unique over all users')
    .requiredOption('--name <name>', 'name shown to others')
    .action((options: { email: string; name: string }) => act(createUser(terminal, options.email, options.name)));
  return user;
}

async function createUser(terminal: Terminal, email: string, name: string): Promise<void> {
  await withDispatcher(terminal, async (dispatcher) => {
    const userId = await dispatcher.run(new CreateUser(email, name, true));
    const { secret } = await dispatcher.run(new CreateToken(userId, LABEL));
    tell(terminal, `Created user ${userId}; this is their token, which is not shown again:`);
    print(terminal, secret);
  });
}
