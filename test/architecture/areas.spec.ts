import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { ROOT, sourceFiles } from './source-files.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const { contexts } = createRequire(join(ROOT, 'package.json'))('./context-map.cjs') as {
  contexts: Record<string, { core?: string[]; areas?: Record<string, string[]> }>;
};

/** What another area answers although the operation is not in it, and why. */
const ANSWERED_ELSEWHERE: Record<string, { messages: string[]; because: string }> = {
  'src/content/change-requests/interface/change-request-content.controller.ts': {
    messages: ['GetRevision', 'ListPages', 'ListFiles', 'GetFile', 'GetPage', 'GetPageByPath', 'GetReusableContent'],
    because: 'content at a change request is read as that of any other revision',
  },
  'src/content/change-requests/interface/change-request-writing.controller.ts': {
    messages: ['GetFiles'],
    because: 'files that were added are shown as those of any other revision',
  },
  'src/conversations/documentation/interface/cluster-documentation.controller.ts': {
    messages: ['ReadChangeRequestRecord'],
    because: 'a change request is shown as its own operations show it',
  },
  'src/organization/invites/interface/invite.controller.ts': {
    messages: ['GetCurrentUser'],
    because: 'the page of an invite shows who is signed in',
  },
  'src/organization/sign-in/interface/account/account.controller.ts': {
    messages: ['GetCurrentUser', 'UpdateUser', 'ListTokens', 'GetToken', 'CreateToken', 'RevokeToken'],
    because: 'the account page shows a user with their tokens',
  },
  'src/organization/sign-in/interface/second-factor/passkeys.controller.ts': {
    messages: ['GetCurrentUser'],
    because: 'the pages for passkeys show who is signed in',
  },
};

const sources = new Map(sourceFiles().map((path) => [path, read(path)]));
const controllers = [...sources].filter(([path]) => path.endsWith('.controller.ts') && path.startsWith('src/'));
const areaOf = (path: string): string => path.split('/').slice(0, 3).join('/');

/** The file of the handler of each message. */
const handlers = new Map(
  [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/@(?:Command|Query)Handler\((\w+)\)/g)].map(([, message = '']) => [message, path] as const),
  ),
);

/** The messages that a controller sends to another area than its own. */
function sentElsewhere(path: string, text: string): string[] {
  const sent = new Set([...text.matchAll(/\bnew (\w+)\(/g)].map(([, message = '']) => message));
  return [...sent].filter((message) => {
    const handler = handlers.get(message);
    if (handler === undefined || areaOf(handler) === areaOf(path)) return false;
    return ANSWERED_ELSEWHERE[path]?.messages.includes(message) !== true;
  });
}

interface Row {
  context: string;
  area: string;
  core: boolean;
  tables: string[];
}

const tablesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, table = '']) => table).sort();

/** The areas as a page lists them: a table below the name of each context. */
function rowsOf(page: string): Row[] {
  return Object.keys(contexts).flatMap((context) => {
    const heading = `### ${context.charAt(0).toUpperCase()}${context.slice(1)}\n`;
    const [, part = ''] = page.split(heading);
    const [table = ''] = part.split(/^#/m);
    return [...table.matchAll(/^\| `([\w-]+)`( \(core\))? +\| \S.*? +\| (.*?) +\|$/gm)].map(
      ([, area = '', core, tables = '']) => ({ context, area, core: core !== undefined, tables: tablesIn(tables) }),
    );
  });
}

/** The areas as the map and the modules say. */
function knownRows(): Row[] {
  return Object.entries(contexts).flatMap(([context, { core = [], areas = {} }]) =>
    Object.keys(areas).map((area) => {
      const [, tables = ''] = /^ \* Tables: ([^.]*)\./m.exec(read(`src/${context}/${area}/${area}.module.ts`)) ?? [];
      return { context, area, core: core.includes(area), tables: tablesIn(tables) };
    }),
  );
}

/** Paths of the project in a page, without those that continue with a placeholder, such as `<…>` and `…`. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])(?:src|libs|test|docs|bin|bench)\/[\w./-]*[\w-]|\b[\w-]+\.cjs\b/g)]
    .filter(({ index, 0: path }) => !/^[<*{…]|^\/[<*{…]/.test(text.slice(index + path.length)))
    .map(([path]) => path);

describe('the page on the architecture', () => {
  it('lists the areas of the map, with the tables that their modules name', () => {
    expect(rowsOf(read('docs/architecture.md'))).toEqual(knownRows());
  });

  it('is seen to miss an area, and a table', () => {
    const page = read('docs/architecture.md');
    const missing = page.replace(/^\| `comments`.*\n/m, '');
    expect(missing).not.toBe(page);
    expect(rowsOf(missing)).not.toEqual(knownRows());
    expect(rowsOf(page.replace('`share_link`', ''))).not.toEqual(knownRows());
  });
});

describe.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])('%s', (page) => {
  it('names files and folders that there are', () => {
    const paths = pathsIn(read(page));
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('is seen to name one that is gone', () => {
    expect(pathsIn('See `src/content/gone/a.ts`, src/<context>/contract and `src/…`.')).toEqual([
      'src/content/gone/a.ts',
    ]);
  });
});

describe('an operation', () => {
  it('is found by its id in one controller', () => {
    const places = operationsOf(readApiDocument())
      .map(({ operation: { operationId } }) => ({
        operationId,
        controllers: controllers.filter(([, text]) => text.includes(`'${operationId}'`)).length,
      }))
      .filter((found) => found.controllers !== 1);
    expect(places).toEqual([]);
  });

  it('is answered in the area of its controller', () => {
    const elsewhere = controllers.flatMap(([path, text]) =>
      sentElsewhere(path, text).map((message) => `${path} sends ${message} to ${handlers.get(message) ?? ''}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it('is noticed when another area answers it', () => {
    const path = 'src/content/comments/interface/canary.controller.ts';
    expect(sentElsewhere(path, 'this.dispatcher.run(new DeleteSpace(caller, spaceId))')).toEqual(['DeleteSpace']);
  });

  it('has no exception left over', () => {
    for (const [path, { messages }] of Object.entries(ANSWERED_ELSEWHERE)) {
      const text = sources.get(path) ?? '';
      expect(messages.filter((message) => !text.includes(`new ${message}(`))).toEqual([]);
      expect(messages.filter((message) => areaOf(handlers.get(message) ?? path) === areaOf(path))).toEqual([]);
    }
  });
});
