import { Command } from 'commander';
import { SCOPES, type Scope } from '#kernel/application/scopes';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { CreateToken, ListTokens, RevokeToken, type TokenView } from '#organization';
import { withDispatcher } from '../application.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { userOf } from '../find-user.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = { d: 1, w: 7, y: 365 } as const;
const MOST_DAYS = 36_500;
const PAGE = 1000;

interface CreateOptions {
  email: string;
  label: string;
  expires?: string;
  scope?: string[];
}

/** `quire token create|list|revoke`: the personal tokens of one user, named by e-mail address. */
export function tokenCommand(terminal: Terminal, act: Act): Command {
  const token = new Command('token').description('manage the personal tokens of a user');
  token
    .command('create')
    .description('make a token and print it; it is shown this once')
    .requiredOption('--email <address>', 'whose token it is')
    .option('--label <text>', 'by which its owner knows it again', 'Command line')
    .option(
      '--expires <when>',
      'a date such as 2030-01-31, or a time from now such as 90d, 4w or 1y; never if left out',
    )
    .option('--scope <scopes...>', 'what it is limited to, such as space:read; nothing if left out')
    .action((options: CreateOptions) => act(createToken(terminal, options)));
  token
    .command('list')
    .description('list the tokens: id, first characters, dates and label; never the tokens themselves')
    .requiredOption('--email <address>', 'whose tokens')
    .action((options: { email: string }) => act(listTokens(terminal, options.email)));
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'as `token list` shows it')
    .requiredOption('--email <address>', 'whose token it is')
    .action((id: string, options: { email: string }) => act(revokeToken(terminal, options.email, id)));
  return token;
}

async function createToken(terminal: Terminal, { email, label, expires, scope }: CreateOptions): Promise<void> {
  const expiresAt = expires === undefined ? undefined : parseExpiry(expires, new Date());
  await withDispatcher(terminal, async (dispatcher) => {
    const userId = await userOf(dispatcher, email);
    const { id, secret } = await dispatcher.run(
      new CreateToken(userId, label, {
        secondFactor: true,
        ...(expiresAt && { expiresAt }),
        ...(scope && { scopes: scope.map(toScope) }),
      }),
    );
    const until = expiresAt ? `, good until ${expiresAt.toISOString()}` : '';
    inform(terminal, `Made token ${id}${until}; it is not shown again:`);
    print(terminal, secret);
  });
}

function toScope(name: string): Scope {
  const scope = SCOPES.find((known) => known === name);
  if (!scope) throw new UsageInvalid(`--scope takes some of ${SCOPES.join(', ')}; not "${name}"`);
  return scope;
}

async function listTokens(terminal: Terminal, email: string): Promise<void> {
  await withDispatcher(terminal, async (dispatcher) => {
    let count = 0;
    for await (const token of tokensOf(dispatcher, await userOf(dispatcher, email))) {
      const until = token.expiresAt === undefined ? 'never expires' : `expires ${token.expiresAt}`;
      const used = token.lastUsedAt === undefined ? 'never used' : `last used ${token.lastUsedAt}`;
      const may = token.scopes?.join(' ') ?? 'all scopes';
      print(
        terminal,
        [token.id, `${token.hint}…`, `created ${token.createdAt}`, until, used, may, token.label].join('  '),
      );
      count++;
    }
    if (count === 0) inform(terminal, `${email} has no tokens`);
  });
}

async function revokeToken(terminal: Terminal, email: string, id: string): Promise<void> {
  await withDispatcher(terminal, async (dispatcher) => {
    const userId = await userOf(dispatcher, email);
    let found = false;
    for await (const token of tokensOf(dispatcher, userId)) found ||= token.id === id;
    if (!found) throw new CommandFailed(`${email} has no token with the id ${id}`);
    await dispatcher.run(new RevokeToken(userId, id));
    inform(terminal, `Revoked token ${id}`);
  });
}

async function* tokensOf(dispatcher: Dispatcher, userId: string): AsyncGenerator<TokenView> {
  let cursor: string | undefined;
  do {
    const page = await dispatcher.ask(
      new ListTokens(userId, { limit: PAGE, ...(cursor === undefined ? {} : { after: cursor }) }),
    );
    yield* page.items;
    cursor = page.next?.page;
  } while (cursor !== undefined);
}

/** A date, or so many days, weeks or years (of 365 days) from `now`. Throws UsageInvalid. */
export function parseExpiry(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,5})([dwy])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    const days = Number(count) * DAYS[unit as keyof typeof DAYS];
    if (days > 0 && days <= MOST_DAYS) return new Date(now.getTime() + days * DAY_MS);
  } else if (/^\d{4}-\d{2}-\d{2}(T[0-9:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) && !Number.isNaN(Date.parse(text))) {
    const date = new Date(text);
    if (date > now) return date;
    throw new UsageInvalid(`--expires ${text} lies in the past`);
  }
  throw new UsageInvalid(`--expires takes a date such as 2030-01-31 or a time from now such as 90d, not "${text}"`);
}
