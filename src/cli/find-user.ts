import type { Dispatcher } from '#kernel/application/dispatcher';
import { UserByEmail } from '#organization';
import { CommandFailed } from './failure.js';

/** The id of the user with an e-mail address. */
export async function userOf(dispatcher: Dispatcher, email: string): Promise<string> {
  const userId = await dispatcher.ask(new UserByEmail(email.trim()));
  if (userId === undefined) throw new CommandFailed(`There is no user with the e-mail address ${email}`);
  return userId;
}
