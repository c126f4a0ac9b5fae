import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

interface Source {
  path: string;
  text: string;
}

/** Files with the handlers of several commands, which share their steps. */
const SHARED: Readonly<Record<string, string>> = {
  'src/content/computed/application/compute-pages.ts': 'what computed pages do when a specification changes',
  'src/content/exchange/application/set-git-sync.ts': 'each changes the one sync of a space under its lock',
  'src/publishing/site-sync/application/set-site-git-sync.ts': 'each changes the one sync of a site under its lock',
  'src/content/translations/application/change-translation.ts': 'each loads, authorizes and saves a translation alike',
  'src/content/translations/application/run-steps.ts': 'the steps of one run',
  'src/organization/sign-in/application/password/attempts.ts': 'the steps of one attempt to sign in',
  'src/organization/sign-in/application/password/password-link.ts': 'both ends of one link',
};

const sources = sourceFiles().map((path): Source => ({ path, text: readFileSync(path, 'utf8') }));
const areaOf = (path: string): string => path.split('/').slice(0, 3).join('/');

/** `DeleteSpace` → `delete-space.ts`. */
const fileOf = (command: string): string =>
  `${command
    .replace('OpenAPI', 'Openapi')
    .replace(/(?<=[a-z\d])[A-Z]/g, '-$&')
    .toLowerCase()}.ts`;

interface Handled {
  command: string;
  path: string;
}

const handledIn = (files: readonly Source[]): Handled[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/@CommandHandler\((\w+)\)/g)].map(([, command = '']) => ({ command, path })),
  );

/** The handlers that are not in the application of their area, in the file of their command. */
const misplaced = (files: readonly Source[]): string[] =>
  handledIn(files)
    .filter(({ command, path }) => {
      const [file = ''] = path.split('/').slice(-1);
      return !path.includes('/application/') || (file !== fileOf(command) && !(path in SHARED));
    })
    .map(({ command, path }) => `${command} is handled in ${path}`);

/** The messages that are in no place where one looks for them: beside the handler, in the same area, or a contract. */
const farAway = (files: readonly Source[]): string[] =>
  handledIn(files).flatMap(({ command, path }) => {
    const declared =
      files.find(({ text }) => new RegExp(`^export class ${command} extends`, 'm').test(text))?.path ?? '';
    const isNear =
      areaOf(declared) === areaOf(path) || /^(src\/\w+\/contract|libs\/kernel\/application)\//.test(declared);
    return isNear ? [] : [`${command} of ${path} is declared in ${declared}`];
  });

describe('a command', () => {
  it('is handled in the file that is named after it, in the application of its area', () => {
    expect(handledIn(sources).length).toBeGreaterThan(130);
    expect(misplaced(sources)).toEqual([]);
  });

  it('is declared in the area of its handler, or in a contract', () => {
    expect(farAway(sources)).toEqual([]);
  });

  it.each(Object.keys(SHARED))('shares a file with others where the list says so: %s', (path) => {
    expect(handledIn(sources).filter((one) => one.path === path).length).toBeGreaterThan(1);
  });

  it('is noticed in another file, in another room, and far from its message', () => {
    const text = '@CommandHandler(DeleteOpenAPISpec) class A {}';
    const declared = {
      path: 'src/content/links/application/a.ts',
      text: 'export class DeleteOpenAPISpec extends Command<void> {}',
    };
    const at = (path: string): Source[] => [declared, { path, text }];
    expect(misplaced(at('src/content/spaces/application/delete-openapi-spec.ts'))).toEqual([]);
    for (const path of ['src/content/spaces/application/remove.ts', 'src/content/spaces/domain/delete-openapi-spec.ts'])
      expect(misplaced(at(path))).toEqual([`DeleteOpenAPISpec is handled in ${path}`]);
    expect(farAway(at('src/content/spaces/application/delete-openapi-spec.ts'))).toHaveLength(1);
  });
});
