import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { ROOT, filesBelow, sourceFiles } from './source-files.js';

const MOST_LINES = 300;
const MOST_FOLDERS = 5;

/** Files whose purpose is to point at others: the contracts and the doors of libraries. */
const DOOR = /^(src\/[^/]+\/contract|libs\/[^/]+)\/index\.ts$/;

/** Files that only re-export although they are no door, each with the reason. */
const POINTS_AT_OTHERS: Record<string, string> = {
  'libs/kernel/domain/messages.ts': 'the one place where the base types of @nestjs/cqrs enter',
};

const { contexts } = createRequire(join(ROOT, 'package.json'))('./context-map.cjs') as {
  contexts: Record<string, { areas?: Record<string, string[]> }>;
};

const files = sourceFiles();

/** Whether a spec of a context lies in no folder that is named like one of the context's areas. */
function liesInNoArea(path: string): boolean {
  const [, , context = '', area = ''] = path.split('/');
  const areas = contexts[context]?.areas;
  return areas !== undefined && path.endsWith('.spec.ts') && !(area in areas);
}

/** What a source file breaks; the same look is given to the canaries. */
function faultsOf(path: string, text: string): string[] {
  const faults: string[] = [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > MOST_LINES) faults.push(`has ${lines} lines`);
  if (path.split('/').length - 1 > MOST_FOLDERS) faults.push('is more than five folders deep');
  if (/(^|\/)index\.ts$/.test(path) && !DOOR.test(path)) faults.push('is an index.ts that is no door');
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  if (statements.some(isDefaultExport)) faults.push('has a default export');
  const pointing = statements.length > 0 && statements.every(isReExport);
  if (pointing && !DOOR.test(path) && !(path in POINTS_AT_OTHERS)) faults.push('only points at other files');
  return faults.map((fault) => `${path} ${fault}`);
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    return statement.exportClause.elements.some(({ name }) => name.text === 'default');
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}

function isReExport(statement: ts.Statement): boolean {
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
}

describe('the tree', () => {
  it('has small, shallow files that say something themselves and export by name', () => {
    const faults = files.flatMap((path) => faultsOf(path, readFileSync(join(ROOT, path), 'utf8')));
    expect(faults).toEqual([]);
  });

  it('has the specs of a context in the folders of its areas', () => {
    const specs = ['test/domain', 'test/contexts', 'test/http'].flatMap(filesBelow);
    expect(specs.filter(liesInNoArea)).toEqual([]);
  });

  it('has no exception left over from a file that is gone or says more now', () => {
    for (const path of Object.keys(POINTS_AT_OTHERS)) {
      expect(files).toContain(path);
      const { statements } = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ES2023);
      expect(statements.every(isReExport)).toBe(true);
    }
  });
});

describe('the look at the tree', () => {
  it.each([
    ['a long file', 'src/content/spaces/domain/a.ts', 'export const a = 1;\n'.repeat(301), 'has 301 lines'],
    ['a deep file', 'src/content/spaces/domain/a/b/c.ts', 'export const a = 1;', 'is more than five folders deep'],
    [
      'an index.ts inside a room',
      'src/content/spaces/domain/index.ts',
      'export const a = 1;',
      'is an index.ts that is no door',
    ],
    ['a default function', 'src/a.ts', 'export default function a() {}', 'has a default export'],
    ['a default value', 'src/a.ts', 'const a = 1;\nexport default a;', 'has a default export'],
    ['a name exported as default', 'src/a.ts', 'const a = 1;\nexport { a as default };', 'has a default export'],
    ['a file that only re-exports', 'src/a.ts', `export * from './b.js';`, 'only points at other files'],
    ['a file that imports and re-exports', 'src/a.ts', `import { b } from './b.js';\nexport { b };`, 'only points at'],
  ])('notices %s', (_what, path, text, fault) => {
    expect(faultsOf(path, text).join()).toContain(fault);
  });

  it.each(['test/http/publishing/sites.spec.ts', 'test/domain/content/pages/pages.spec.ts'])(
    'notices a spec outside the areas: %s',
    (path) => {
      expect(liesInNoArea(path)).toBe(true);
    },
  );

  it.each(['test/http/publishing/sites/sites.spec.ts', 'test/http/errors.spec.ts', 'test/domain/kernel/id.spec.ts'])(
    'lets a spec of an area, or of no context, be: %s',
    (path) => {
      expect(liesInNoArea(path)).toBe(false);
    },
  );

  it('lets a door point at others', () => {
    expect(faultsOf('src/content/contract/index.ts', `export * from './queries.js';`)).toEqual([]);
  });
});
