import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  INTERNAL_NAMES,
  INTERNALS,
  INTERNALS_SETTING,
  switchedOff,
  usesInternal,
  WITHOUT_SWITCH,
} from '#library-internals';
import { SETTINGS_TABLE } from '#kernel/infrastructure/settings-table';
import ts from 'typescript';
import { ROOT, sourceFiles } from './source-files.js';

const DECISION = 'docs/adr/0047-library-internals.md';

/** The only places that may use what a package does not publish. */
const MAY = /^(libs\/library-internals|libs\/print\/press)\//;

/** Parts of packages that their authors document under a path of their own. */
const PUBLISHED =
  /^(@scalar\/openapi-upgrader\/\d\.\d-to-\d\.\d|@scalar\/snippetz\/plugins\/[a-z]+\/[a-z]+|@orama\/stemmers\/[a-z]+|eld\/small|markdown-it\/browser|ajv\/dist\/2020\.js|@simplewebauthn\/server\/helpers|@opentelemetry\/otlp-exporter-base\/node-http)$/;

/** Names by which packages reach their inside, though their main file exports some. */
const PRIVATE_NAMES = ['getMetadataStorage', 'defaultMetadataStorage', 'ModulesContainer'];
/** Members of what packages hand out that their authors keep to themselves. */
const PRIVATE_MEMBERS: readonly [of: RegExp, member: RegExp, what: string][] = [
  [/\b[dD]ata[sS]ource$|^source$/, /^driver$/, 'the driver of a data source'],
  [/\b(client|pg)$/i, /^(connection|queryQueue|activeQuery)$/, 'the connection of a client'],
  [/\b[rR]unner$/, /^(databaseConnection|releaseCallback|broadcaster)$/, 'the inside of a query runner'],
  [/^(?!this$|.*\bthis$)/, /^_\w/, 'a member whose name begins with an underscore'],
];
const METADATA = /^(get|getOwn|has|hasOwn|define)Metadata$/;

const isImportOf = (node: ts.Node): string | undefined => {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
    return (node.moduleSpecifier as ts.StringLiteral).text;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [first] = isCall ? node.arguments : [];
  return first && ts.isStringLiteral(first) ? first.text : undefined;
};

/** What a file uses of the private parts of packages. */
function privateIn(path: string, text: string): string[] {
  if (MAY.test(path)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  /** Names under which packages are imported: their classes and functions are not to be patched. */
  const vendors = new Set<string>();
  const visit = (node: ts.Node): void => {
    const from = isImportOf(node);
    if (from !== undefined && isPackage(from)) {
      if (isDeep(from)) found.push(`imports ${from}`);
      if (ts.isImportDeclaration(node)) for (const name of importedBy(node)) vendors.add(name);
    }
    if (ts.isIdentifier(node) && PRIVATE_NAMES.includes(node.text)) found.push(`names ${node.text}`);
    if (ts.isPropertyAccessExpression(node)) {
      const [of, member] = [node.expression.getText(), node.name.text];
      for (const [object, name, what] of PRIVATE_MEMBERS)
        if (object.test(of) && name.test(member)) found.push(`uses ${what}`);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [key] = node.arguments;
      if (METADATA.test(node.expression.name.text) && key && isForeignKey(key, file))
        found.push(`reads ${key.getText()}`);
      const [of, name] = [node.expression.expression.getText(), node.expression.name.text];
      if (of === 'Object' && /^(assign|defineProperty|setPrototypeOf)$/.test(name) && key && isPatched(key, vendors))
        found.push(`patches ${key.getText()}`);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      if (ts.isPropertyAccessExpression(node.left) && isPatched(node.left.expression, vendors))
        found.push(`patches ${node.left.getText()}`);
    }
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && /\bgraphile_worker\._private_/.test(node.text)) found.push('names a private table of the queue');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...new Set(found)].map((what) => `${path} ${what}`);
}

const isPackage = (from: string): boolean => !/^(\.|#|node:)/.test(from);

function isDeep(from: string): boolean {
  const parts = from.split('/');
  return parts.length > (from.startsWith('@') ? 2 : 1) && !PUBLISHED.test(from);
}

function importedBy({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
  const all = bindings && ts.isNamespaceImport(bindings) ? [bindings.name.text] : [];
  return [...named, ...all, ...(importClause?.name ? [importClause.name.text] : [])];
}

/** A class or function of a package, its prototype, or a runner that TypeORM made. */
function isPatched(target: ts.Expression, vendors: ReadonlySet<string>): boolean {
  const [first = '', ...rest] = target.getText().split('.');
  return vendors.has(first) && (rest.length === 0 || rest.includes('prototype'))
    ? true
    : /^(query)?[rR]unner$/.test(first);
}

/** Metadata under a key that is no symbol or constant of Quire's own: other keys belong to packages. */
function isForeignKey(key: ts.Expression, file: ts.SourceFile): boolean {
  if (ts.isStringLiteralLike(key)) return true;
  if (!ts.isIdentifier(key)) return true;
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (name.getText() === key.text) return !/^Symbol(\.for)?\(|^'quire:/.test(initializer?.getText() ?? '');
  }
  const imported = file.statements.find(
    (one): one is ts.ImportDeclaration => ts.isImportDeclaration(one) && importedBy(one).includes(key.text),
  );
  return imported !== undefined && isPackage((imported.moduleSpecifier as ts.StringLiteral).text);
}

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const used = [...Object.values(INTERNALS), ...Object.values(WITHOUT_SWITCH)].flatMap(({ packages }) => packages);
const isExact = (version: string | undefined): boolean => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '');

describe('private parts of packages', () => {
  it('are used in one library only', () => {
    expect(sourceFiles().flatMap((path) => privateIn(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  it.each([
    ['a deep import', `import { prepareValue } from 'pg/lib/utils.js';`, 'imports pg/lib/utils.js'],
    ['one of a scoped package', `export { X } from '@nestjs/common/constants.js';`, 'imports @nestjs/common/constants'],
    ['one on demand', `export const a = () => import('typeorm/driver/Driver.js');`, 'imports typeorm/driver'],
    ['a storage of metadata', `import { getMetadataStorage as s } from 'class-validator';\ns();`, 'names getMetadata'],
    ['a driver', `const p = (this.dataSource.driver as unknown as { master: Pool }).master;`, 'uses the driver'],
    ['a socket', `const { stream } = client.connection;`, 'uses the connection of a client'],
    ['the connection of a runner', `await runner.databaseConnection.query('');`, 'uses the inside of a query runner'],
    ['a hidden member', `pdf._root.data.x = 1;`, 'uses a member whose name begins with an underscore'],
    ['metadata of a package', `Reflect.getMetadata('method', handler);`, `reads 'method'`],
    ['a constant for it', `const M = 'design:type';\nReflect.getOwnMetadata(M, handler);`, 'reads M'],
    ['a patched class', `import { Query } from 'pg';\nQuery.prototype.submit = () => null;`, 'patches Query.prototype'],
    ['a patched runner', `Object.assign(runner, { isTransactionActive: true });`, 'patches runner'],
    [
      'a private table',
      'const q = `select from graphile_worker._private_jobs j where $' + '{x}`;',
      'names a private table',
    ],
  ])('are noticed elsewhere: %s', (_what, text, fault) => {
    expect(privateIn('src/content/spaces/infrastructure/planted.ts', text).join()).toContain(fault);
    expect(privateIn('libs/library-internals/planted.ts', text)).toEqual([]);
  });

  it.each([
    `import { FastifyAdapter } from '@nestjs/platform-fastify';`,
    `const M = Symbol('quire:mark');\nReflect.defineMetadata(M, 1, target);`,
    `this._x = 1;`,
    `Object.assign(record, { a: 1 });`,
  ])('are not seen in %s', (text) => {
    expect(privateIn('src/planted.ts', text)).toEqual([]);
  });

  it('belong to packages whose versions are exact', () => {
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !isExact(dependencies[name]))).toEqual([]);
  });

  it.each(['^8.23.1', '~8.23.1', '8.x', '*', '>=8.23.1', undefined])(
    'would be refused with the version %s',
    (range) => {
      expect(isExact(range)).toBe(false);
    },
  );

  it('have their reason and gain in the decision', () => {
    const decision = readFileSync(join(ROOT, DECISION), 'utf8');
    const rows = [...decision.matchAll(/^\| `([\w-]+)` \| (.*?) \| (.*?) \| (.*?) \|$/gm)];
    const expected = Object.entries(INTERNALS).map(([name, { reason, gain, instead }]) => [
      name,
      reason,
      gain,
      instead,
    ]);
    expect(rows.map((row) => row.slice(1).map((cell) => cell.replaceAll('`', '')))).toEqual(
      expected.map((row) => row.map((cell) => cell.replaceAll('`', ''))),
    );
  });
});

describe('the switch', () => {
  it('takes on, off or names, and the setting says which', () => {
    expect([...switchedOff('on')]).toEqual([]);
    expect([...switchedOff('off')]).toEqual(INTERNAL_NAMES);
    expect([...switchedOff('pg-statements, nest-parameters')]).toEqual(['pg-statements', 'nest-parameters']);
    for (const good of ['on', 'off', ...INTERNAL_NAMES, INTERNAL_NAMES.join(', ')])
      expect(good).toMatch(INTERNALS_SETTING);
    for (const bad of ['', 'yes', 'pg', 'on,pg-statements', 'pg-statements,'])
      expect(bad).not.toMatch(INTERNALS_SETTING);
    for (const name of INTERNAL_NAMES) expect(SETTINGS_TABLE.QUIRE_LIBRARY_INTERNALS.meaning).toContain(`\`${name}\``);
  });

  it('holds in this process as the environment says', () => {
    const off = switchedOff(process.env['QUIRE_LIBRARY_INTERNALS'] ?? 'on');
    expect(INTERNAL_NAMES.filter((name) => !usesInternal(name))).toEqual([...off]);
  });
});
