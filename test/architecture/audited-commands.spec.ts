import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { auditDeclarationOf, Audits, NotAudited, type AuditDeclaration } from '#kernel/application/audits';
import type { ActionLabels } from '#kernel/application/audit-actions';
import { Command } from '#kernel/domain/messages';
import { CONTENT_ACTIONS } from '#content';
import { CONVERSATIONS_ACTIONS } from '#conversations';
import { INTEGRATIONS_ACTIONS } from '#integrations';
import { ORGANIZATION_ACTIONS } from '#organization';
import { PUBLISHING_ACTIONS } from '#publishing';
import { ROOT, sourceFiles } from './source-files.js';

type Class = abstract new (...args: never[]) => unknown;

/** What each context declares in its contract; commands of the kernel and of other contexts declare nothing there. */
const ACTIONS: Record<string, ActionLabels> = {
  organization: ORGANIZATION_ACTIONS,
  content: CONTENT_ACTIONS,
  publishing: PUBLISHING_ACTIONS,
  integrations: INTEGRATIONS_ACTIONS,
  conversations: CONVERSATIONS_ACTIONS,
};

/** Where commands and their handlers are. */
const ROOMS = /^(src\/(?<context>[^/]+)\/([^/]+\/)?(contract|application)|libs\/kernel\/application)\//;

/** A command as it is sent: its context, what it declares, and the files that its handler does it with. */
interface Sent {
  name: string;
  context: string;
  declared: AuditDeclaration | undefined;
  /** Path → text: the file of the handler, and files without handlers that it imports from its room. */
  files: ReadonlyMap<string, string>;
}

let commands: Sent[];

beforeAll(async () => {
  const texts = new Map(
    sourceFiles()
      .filter((path) => ROOMS.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  );
  const found = new Map<Class, string>();
  const handlers = new Map<Class, string>();
  for (const path of texts.keys()) {
    const module = (await import(`../../${path.replace(/\.ts$/, '.js')}`)) as Record<string, unknown>;
    for (const one of Object.values(module).filter(isClass)) {
      if (one.prototype instanceof Command && !path.endsWith('/index.ts')) found.set(one, path);
      const command = Reflect.getOwnMetadata('__commandHandler__', one) as Class | undefined;
      if (command) handlers.set(command, path);
    }
  }
  const sent = [...found.keys()].filter(
    (one) => ![...found.keys()].some((other) => Object.getPrototypeOf(other) === one),
  );
  commands = sent.map((one) => ({
    name: one.name,
    context: contextOf(found.get(one) ?? ''),
    declared: auditDeclarationOf(one),
    files: filesOf(handlers.get(one) ?? '', one.name, texts),
  }));
});

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

const contextOf = (path: string): string => ROOMS.exec(path)?.groups?.['context'] ?? 'kernel';

/** The file of a handler, without what it has for other commands, and the files without handlers that it imports. */
function filesOf(path: string, command: string, texts: ReadonlyMap<string, string>): Map<string, string> {
  const whole = texts.get(path) ?? '';
  const [before = '', ...handlers] = whole.split(/(?=@CommandHandler\()/);
  const own = handlers.filter((text) => text.startsWith(`@CommandHandler(${command})`));
  const files = new Map(own.map((text) => [`${path} ${command}`, before + text]));
  const waiting = importsOf(path, whole);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = texts.get(next);
    if (text === undefined || files.has(next) || text.includes('@CommandHandler(')) continue;
    files.set(next, text);
    waiting.push(...importsOf(next, text));
  }
  return files;
}

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(
    ([, specifier = '']) => `${normalize(join(dirname(path), specifier))}.ts`,
  );

/** The actions after `action:` in a text; the variables of a template match anything. */
function writtenIn(text: string): RegExp[] {
  return [...text.matchAll(/\baction: ([^\n]*)/g)].flatMap(([, line = '']) =>
    [...line.matchAll(/['`]([^'`]*\.[^'`]*)['`]/g)].map(
      ([, name = '']) => new RegExp(`^${name.replaceAll('.', '\\.').replace(/\$\{.*?\}/g, '[a-z-]+')}$`),
    ),
  );
}

/** What is wrong with the declaration of one command; the same look is given to planted ones. */
function faultsOf({ declared, context, files }: Sent): string[] {
  if (!declared) return ['declares neither an action nor that it has none'];
  const [handler = '', ...helpers] = files.values();
  if ('none' in declared) {
    return [
      ...(declared.none.split(' ').length < 3 ? ['gives no reason for recording nothing'] : []),
      ...(writtenIn(handler).length > 0 ? ['declares no action although its handler records one'] : []),
    ];
  }
  const written = [handler, ...helpers].flatMap(writtenIn);
  return declared.actions.flatMap((action) => [
    ...(action in (ACTIONS[context] ?? {}) ? [] : [`declares ${action}, which its context has no name for`]),
    ...(written.some((pattern) => pattern.test(action)) ? [] : [`declares ${action} and records it nowhere`]),
  ]);
}

describe('every command', () => {
  it('is found', () => {
    expect(commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['CreateTeam', 'AcceptInvite', 'RecordTokenUse', 'OpenSession']),
    );
    expect(commands.filter(({ files }) => files.size === 0)).toEqual([]);
  });

  it('declares the actions it records in the audit trail, or why it records none', () => {
    expect(commands.flatMap((one) => faultsOf(one).map((fault) => `${one.name} ${fault}`))).toEqual([]);
  });

  it('records only what it declares', () => {
    const writing = new Map(commands.flatMap(({ files }) => [...files]));
    const undeclared = [...writing].flatMap(([path, text]) => {
      const declared = commands
        .filter(({ files }) => files.has(path))
        .flatMap((one) => (one.declared && 'actions' in one.declared ? one.declared.actions : []));
      return writtenIn(text)
        .filter((pattern) => !declared.some((action) => pattern.test(action)))
        .map((pattern) => `${path} ${pattern.source}`);
    });
    expect(undeclared).toEqual([]);
  });
});

describe('every action', () => {
  it('is declared by a command of the context that names it', () => {
    const unused = Object.entries(ACTIONS).flatMap(([context, labels]) => {
      const declared = commands
        .filter((one) => one.context === context)
        .flatMap((one) => (one.declared && 'actions' in one.declared ? one.declared.actions : []));
      return Object.keys(labels).filter((action) => !declared.includes(action));
    });
    expect(unused).toEqual([]);
  });
});

describe('the look at commands', () => {
  const RECORDS = `await this.trail.record({ action: 'team.created' }); // AuditTrail`;
  class Silent extends Command<void> {}
  @Audits('team.created')
  class Declared extends Command<void> {}
  @Audits('team.painted')
  class Invented extends Command<void> {}
  @NotAudited('it changes nothing for others')
  class Excused extends Command<void> {}
  @NotAudited('because')
  class Unexplained extends Command<void> {}
  class Heir extends Declared {}
  const planted = (one: Class, text: string): string[] =>
    faultsOf({
      name: one.name,
      context: 'organization',
      declared: auditDeclarationOf(one),
      files: new Map([['handler.ts', text]]),
    });

  it.each([
    ['a command that declares nothing', Silent, '', 'declares neither an action nor that it has none'],
    ['one that only inherits a declaration', Heir, RECORDS, 'declares neither an action nor that it has none'],
    ['an action that is never recorded', Declared, '', 'declares team.created and records it nowhere'],
    ['an action without a name for people', Invented, '', 'declares team.painted, which its context has no name for'],
    ['a record of a command that is said to have none', Excused, RECORDS, 'although its handler records one'],
    ['a missing reason', Unexplained, '', 'gives no reason for recording nothing'],
  ])('notices %s', (_what, one, text, fault) => {
    expect(planted(one, text).join()).toContain(fault);
  });

  it('takes what is declared and recorded, and what is excused', () => {
    expect([...planted(Declared, RECORDS), ...planted(Excused, '')]).toEqual([]);
  });
});
