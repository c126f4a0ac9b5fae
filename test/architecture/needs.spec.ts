import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { sourceFiles } from './source-files.js';

/** What the decorators of a handler, and of its controller where it has none, say of who may call it. */
interface Written {
  of: string;
  role?: string;
  rule?: string;
}

const OF_NOTHING = ['anybody', 'user'];

function decoratorOf(node: ts.HasDecorators, name: string): ts.CallExpression | undefined {
  return ts
    .getDecorators(node)
    ?.map(({ expression }) => expression)
    .find((one): one is ts.CallExpression => ts.isCallExpression(one) && one.expression.getText() === name);
}

function needOf(node: ts.HasDecorators): Written | undefined {
  const found = decoratorOf(node, 'Needs');
  if (!found) return undefined;
  const [of = '', ...more] = found.arguments.map(textOf);
  const [role, rule] = OF_NOTHING.includes(of) ? [undefined, more[0]] : more;
  return { of, ...(role === undefined ? {} : { role }), ...(rule === undefined ? {} : { rule }) };
}

/** The text of a literal, of several that are joined, or of a constant of the same file or a member of one. */
function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return textOf(node.expression);
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  const written = writtenIn(node);
  if (written) return textOf(written);
  throw new Error(`${node.getSourceFile().fileName}: ${node.getText()} is no text that a test can read`);
}

function writtenIn(node: ts.Expression): ts.Expression | undefined {
  if (!ts.isPropertyAccessExpression(node)) return constantOf(node);
  const group = constantOf(node.expression);
  const object = group && ts.isAsExpression(group) ? group.expression : group;
  return object && ts.isObjectLiteralExpression(object) ? memberOf(object, node.name.text) : undefined;
}

function constantOf(node: ts.Expression): ts.Expression | undefined {
  return node
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === node.getText())?.initializer;
}

function memberOf({ properties }: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const member = properties.find((one) => one.name?.getText() === name);
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

function operationIdOf(method: ts.MethodDeclaration): string | undefined {
  const described = decoratorOf(method, 'ApiOperation')?.arguments[0];
  if (!described || !ts.isObjectLiteralExpression(described)) return undefined;
  const id = memberOf(described, 'operationId');
  return id && textOf(id);
}

/** By the ids of operations, as the code has it: a build is not looked at. */
function writtenNeeds(sources: readonly { path: string; text: string }[]): Map<string, Written | undefined> {
  const needs = new Map<string, Written | undefined>();
  for (const { path, text } of sources) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const controller of file.statements.filter(ts.isClassDeclaration)) {
      for (const method of controller.members.filter(ts.isMethodDeclaration)) {
        const id = operationIdOf(method);
        if (id !== undefined) needs.set(id, needOf(method) ?? needOf(controller));
      }
    }
  }
  return needs;
}

describe('what the code says of who may call an operation', () => {
  it('is what the document says: the committed document is of this code (npm run openapi)', () => {
    const described = operationsOf(readApiDocument()).map(
      ({ operation }) => [operation.operationId, (operation as { 'x-quire-role'?: Written })['x-quire-role']] as const,
    );
    const controllers = sourceFiles().filter((path) => path.endsWith('.controller.ts'));
    const written = writtenNeeds(controllers.map((path) => ({ path, text: readFileSync(path, 'utf8') })));
    expect(written.size).toBeGreaterThan(200);
    expect(Object.fromEntries(described.map(([id]) => [id, written.get(id)]))).toEqual(Object.fromEntries(described));
    expect([...written.keys()].filter((id) => !described.some(([known]) => known === id))).toEqual([]);
  });

  it('is noticed in a method, and where a controller says it for all', () => {
    const text = `@Needs('space', 'read') class A {
      @ApiOperation({ operationId: 'one' }) one() {}
      @Needs('user') @ApiOperation({ operationId: 'two' }) two() {}
    } class B { @ApiOperation({ operationId: 'three' }) three() {} }`;
    expect(Object.fromEntries(writtenNeeds([{ path: 'planted.controller.ts', text }]))).toEqual({
      one: { of: 'space', role: 'read' },
      two: { of: 'user' },
      three: undefined,
    });
  });
});
