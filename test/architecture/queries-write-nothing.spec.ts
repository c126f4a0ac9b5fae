import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { sourceFiles } from './source-files.js';

interface Source {
  path: string;
  text: string;
}

const WRITES = /\b(insert\s+into\s|update\s+[\w".$}{]+\s+(as\s+)?(\w+\s+)?set\s|delete\s+from\s|add_jobs?\s*\()/i;
/** What writes without SQL of its own. */
const WRITERS: Readonly<Record<string, readonly string[]>> = { Dispatcher: ['run'], Jobs: ['enqueue'] };

/** A method or function, with the class it belongs to. */
interface Body {
  name: string;
  owner: ts.ClassDeclaration | undefined;
  node: ts.Node;
  file: ts.SourceFile;
}

/** The declarations of the sources by their names, as far as it takes to follow calls from one to the next. */
class Declarations {
  readonly handlers: ts.ClassDeclaration[] = [];
  readonly #classes = new Map<string, ts.ClassDeclaration[]>();
  readonly #constants = new Map<ts.SourceFile, Map<string, ts.Node>>();
  readonly #exported = new Map<string, ts.Node[]>();

  constructor(sources: readonly Source[]) {
    for (const { path, text } of sources) {
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const own = new Map<string, ts.Node>();
      this.#constants.set(file, own);
      for (const statement of file.statements) this.#note(statement, own);
      for (const [name, node] of own) this.#exported.set(name, [...(this.#exported.get(name) ?? []), node]);
    }
  }

  #note(statement: ts.Statement, own: Map<string, ts.Node>): void {
    if (ts.isFunctionDeclaration(statement) && statement.name) own.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) own.set(name.text, initializer);
    if (!ts.isClassDeclaration(statement) || !statement.name) return;
    const names = (statement.heritageClauses ?? []).flatMap(({ types }) =>
      types.map(({ expression }) => expression.getText()),
    );
    for (const name of [statement.name.text, ...names])
      this.#classes.set(name, [...(this.#classes.get(name) ?? []), statement]);
    const decorators = ts.getDecorators(statement) ?? [];
    if (decorators.some(({ expression }) => expression.getText().startsWith('QueryHandler(')))
      this.handlers.push(statement);
  }

  /** A method of the classes that have this name, implement it, or extend it. */
  methods(type: string, name: string): Body[] {
    return (this.#classes.get(type) ?? []).flatMap((owner) =>
      owner.members
        .filter((member) => member.name?.getText() === name)
        .map((node) => ({ name: `${owner.name?.text}.${name}`, owner, node, file: owner.getSourceFile() })),
    );
  }

  /** A function or constant of the file; one that is imported, wherever it is declared under that name. */
  named(name: string, file: ts.SourceFile): Body[] {
    const own = this.#constants.get(file)?.get(name);
    const imported = file.statements.some(
      (one) => ts.isImportDeclaration(one) && new RegExp(`[{,]\\s*${name}\\s*[,}]`).test(one.getText()),
    );
    const found = own ? [own] : imported ? (this.#exported.get(name) ?? []) : [];
    return found.map((node) => ({ name, owner: undefined, node, file: node.getSourceFile() }));
  }
}

/** The types of what a class keeps in its members, by their names. */
function membersOf(owner: ts.ClassDeclaration): Map<string, string> {
  const types = new Map<string, string>();
  for (const member of owner.members) {
    const typed = ts.isConstructorDeclaration(member) ? [...member.parameters] : [];
    for (const { name, type } of ts.isPropertyDeclaration(member) ? [member] : typed)
      types.set(name.getText(), (type?.getText() ?? '').replace(/<.*/s, ''));
  }
  return types;
}

/** What the handlers of queries write, directly or by what they call; each with the way there. */
function writesOfQueries(sources: readonly Source[]): string[] {
  const declared = new Declarations(sources);
  const faults: string[] = [];
  const follow = (body: Body, way: readonly string[], seen: Set<ts.Node>): void => {
    if (seen.has(body.node)) return;
    seen.add(body.node);
    const steps = [...way, body.name];
    const types = body.owner ? membersOf(body.owner) : new Map<string, string>();
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
        if (WRITES.test(node.getText())) faults.push(`${steps.join(' > ')} writes`);
      if (ts.isPropertyAccessExpression(node)) {
        const { expression, name } = node;
        const called = name.text;
        if (expression.kind === ts.SyntaxKind.ThisKeyword && body.owner)
          for (const next of declared.methods(body.owner.name?.text ?? '', called)) follow(next, steps, seen);
        if (ts.isPropertyAccessExpression(expression) && expression.expression.kind === ts.SyntaxKind.ThisKeyword) {
          const type = types.get(expression.name.text) ?? '';
          if (WRITERS[type]?.includes(called)) faults.push(`${steps.join(' > ')} calls ${type}.${called}`);
          for (const next of declared.methods(type, called)) follow(next, steps, seen);
        }
      }
      if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node))
        for (const next of declared.named(node.text, body.file)) follow(next, steps, seen);
      ts.forEachChild(node, visit);
    };
    visit(body.node);
  };
  for (const handler of declared.handlers)
    for (const body of declared.methods(handler.name?.text ?? '', 'execute')) follow(body, [], new Set());
  return faults;
}

describe('the handlers of queries', () => {
  const sources = sourceFiles()
    .filter((path) => !path.startsWith('libs/testing/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

  it('are found', () => {
    expect(new Declarations(sources).handlers.length).toBeGreaterThan(120);
  });

  it('write nothing, nor does what they call', () => {
    expect(writesOfQueries(sources)).toEqual([]);
  }, 60_000);
});

describe('the look at queries', () => {
  const STORE = `export class XStore implements Xs {
    constructor(private readonly sql: SqlQuery) {}
    find() { return this.sql.row('x.find', 'select 1 from x where updated for update'); }
    drop() { return this.#now(DROP); }
    #now(text) { return this.sql.row('x.drop', text); }
  }
  const DROP = \`delete from \${TABLE} where id = $1\`;`;
  const handler = (body: string): string[] =>
    writesOfQueries([
      { path: 'src/x/infrastructure/x.store.ts', text: STORE },
      {
        path: 'src/x/application/note.ts',
        text: `export const note = (sql) => sql.rows('n', 'insert into n select 1');`,
      },
      {
        path: 'src/x/infrastructure/x.reader.ts',
        text: `import { note } from '../application/note.js';
          @QueryHandler(GetX) export class GetXHandler {
            constructor(readonly sql: SqlQuery, readonly xs: Xs, readonly jobs: Jobs, readonly dispatcher: Dispatcher) {}
            execute() { ${body} } }`,
      },
    ]);

  it.each([
    ['a row that is changed', `return this.sql.row('x', 'update content.x set y = 1');`, 'GetXHandler.execute writes'],
    ['a store that drops a row', 'this.xs.drop();', 'GetXHandler.execute > XStore.drop > DROP writes'],
    ['a function that inserts', 'note(this.sql);', 'GetXHandler.execute > note writes'],
    ['a job', `return this.jobs.enqueue('x', {});`, 'GetXHandler.execute calls Jobs.enqueue'],
    ['a command', 'return this.dispatcher.run(new DropX());', 'GetXHandler.execute calls Dispatcher.run'],
  ])('notices %s', (_what, body, fault) => {
    expect(handler(body)).toEqual([fault]);
  });

  it('takes what only reads or locks', () => {
    expect(handler('this.dispatcher.ask(new GetY()); return this.xs.find();')).toEqual([]);
  });
});
