import { parse, type AnyNode, type Expression, type Program, type SpreadElement } from 'acorn';

/** Characters of one script. */
const MAX_LENGTH = 262_144;
/** Values that may come of one script, since one that is declared once may be used many times. */
const MAX_VALUES = 100_000;
const MAX_DEPTH = 200;

/** Texts and comments; one that does not end is all that follows, so that each is looked for once. */
const TEXTS =
  /'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g;
/** What annotations of TypeScript look like in code without these; all else of it can't be read. */
const TYPE = String.raw`[\w.]+(?:<[\w.,\s[\]|]*>)?(?:\[\])*`;
const ANNOTATIONS: readonly [pattern: RegExp, kept: string][] = [
  [new RegExp(String.raw`\b(const|let|var)\s+(\w+)\s*:\s*${TYPE}\s*=`, 'g'), '$1 $2 ='],
  [new RegExp(String.raw`\)\s*:\s*${TYPE}\s*(?=\{|=>)`, 'g'), ') '],
  [new RegExp(String.raw`\b(?:satisfies|as)\s+${TYPE}(?=\s*(?:[;,)\]}]|$))`, 'gm'), ''],
];
const PARAMETERS = /\([^(){}]*\)(?=\s*=>)/g;
const PARAMETER = new RegExp(String.raw`(\w)\??\s*:\s*${TYPE}`, 'g');
const IMPORT = /^[ \t]*import\b[^'";]{0,2000}(?:from\s*)?(?:'[^'\n]*'|"[^"\n]*");?/gm;

/**
 * The value that a script exports by default, read as data: nothing is run. What would have to be run is undefined, and
 * left out of texts. Understood are literals, constants of the script, functions without parameters that only return,
 * and calls of imported functions with one object, which configurations are wrapped in. Throws where it is no script.
 */
export function readScript(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new RangeError(`The script has more than ${MAX_LENGTH} characters`);
  return new ScriptReader(programOf(text)).exported();
}

/** As it is written, else as TypeScript. */
function programOf(text: string): Program {
  const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return parse(withoutTypes(text), options);
  }
}

function withoutTypes(text: string): string {
  const code = text.replace(IMPORT, '');
  // Texts are put aside, so that nothing in them is taken for code.
  const texts: string[] = [];
  const bare = code.replace(TEXTS, (part) => (part.startsWith('/') ? ' ' : `"${texts.push(part) - 1}"`));
  const arrows = bare.replace(PARAMETERS, (list) => list.replace(PARAMETER, '$1'));
  const plain = ANNOTATIONS.reduce((read, [pattern, kept]) => read.replace(pattern, kept), arrows);
  return plain.replace(/"(\d+)"/g, (_, at: string) => texts[Number(at)] ?? '""');
}

type Declared = Expression | { returns: Expression };

class ScriptReader {
  readonly #declared = new Map<string, Declared>();
  #exported: Expression | undefined;
  #left = MAX_VALUES;
  #depth = 0;

  constructor({ body }: Program) {
    for (const statement of body) this.#statement(statement);
  }

  exported(): unknown {
    return this.#exported && this.#value(this.#exported);
  }

  #statement(node: AnyNode): void {
    if (node.type === 'ExportNamedDeclaration' && node.declaration) this.#statement(node.declaration);
    else if (node.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) if (id.type === 'Identifier' && init) this.#declare(id.name, init);
    } else if (node.type === 'FunctionDeclaration' && node.id) this.#declareFunction(node.id.name, node);
    else if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node;
      if (declaration.type !== 'FunctionDeclaration' && declaration.type !== 'ClassDeclaration')
        this.#exported = declaration as Expression;
    } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left, right } = node.expression;
      if (left.type === 'MemberExpression' && nameOf(left) === 'module.exports') this.#exported = right;
    }
  }

  #declare(name: string, init: Expression): void {
    if (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression')
      this.#declareFunction(name, init);
    else this.#declared.set(name, init);
  }

  #declareFunction(name: string, { params, body, async }: { params: unknown[]; body: AnyNode; async: boolean }): void {
    if (params.length > 0 || async) return;
    if (body.type !== 'BlockStatement') this.#declared.set(name, { returns: body as Expression });
    else {
      const [only, ...others] = body.body;
      if (only?.type === 'ReturnStatement' && only.argument && others.length === 0)
        this.#declared.set(name, { returns: only.argument });
    }
  }

  #value(node: Expression | SpreadElement): unknown {
    if (--this.#left < 0) throw new RangeError('The script says too much');
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    try {
      return this.#read(node);
    } finally {
      this.#depth--;
    }
  }

  #read(node: Expression | SpreadElement): unknown {
    switch (node.type) {
      case 'Literal':
        return node.regex || node.bigint !== undefined ? undefined : node.value;
      case 'TemplateLiteral':
        return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
      case 'ParenthesizedExpression':
        return this.#value(node.expression);
      case 'UnaryExpression': {
        const value = this.#value(node.argument);
        return node.operator === '-' && typeof value === 'number' ? -value : undefined;
      }
      case 'BinaryExpression': {
        if (node.operator !== '+' || node.left.type === 'PrivateIdentifier') return undefined;
        const [left, right] = [this.#value(node.left), this.#value(node.right)];
        return typeof left === 'string' && typeof right === 'string' ? left + right : undefined;
      }
      case 'Identifier': {
        const declared = this.#declared.get(node.name);
        return declared && !('returns' in declared) ? this.#value(declared) : undefined;
      }
      case 'ArrayExpression':
        return node.elements.flatMap((element) => this.#element(element));
      case 'ObjectExpression':
        return this.#object(node.properties);
      case 'CallExpression':
        return this.#call(node.callee as Expression, node.arguments);
      default:
        return undefined;
    }
  }

  #element(element: Expression | SpreadElement | null): unknown[] {
    if (element?.type !== 'SpreadElement') return [element ? this.#value(element) : undefined];
    const spread = this.#value(element.argument);
    return Array.isArray(spread) ? (spread as unknown[]) : [undefined];
  }

  #object(properties: Extract<Expression, { type: 'ObjectExpression' }>['properties']): Record<string, unknown> {
    const members = new Map<string, unknown>();
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.#value(property.argument);
        if (typeof spread === 'object' && spread !== null)
          for (const each of Object.entries(spread)) members.set(...each);
        continue;
      }
      const { key, computed, value } = property;
      const name = key.type === 'Identifier' && !computed ? key.name : this.#value(key as Expression);
      if (typeof name === 'string' || typeof name === 'number')
        members.set(String(name), property.kind === 'init' ? this.#value(value) : undefined);
    }
    return Object.fromEntries(members);
  }

  #call(callee: Expression, [first, ...others]: (Expression | SpreadElement)[]): unknown {
    const name = callee.type === 'Identifier' ? callee.name : '';
    const declared = this.#declared.get(name);
    if (declared) return first === undefined && 'returns' in declared ? this.#value(declared.returns) : undefined;
    if (first === undefined || others.length > 0) return undefined;
    const value = this.#value(first);
    if (callee.type === 'MemberExpression' && nameOf(callee) === 'require.resolve') return value;
    return name !== '' && name !== 'require' && typeof value === 'object' ? value : undefined;
  }
}

/** `module.exports` and its like. */
function nameOf({ object, property }: Extract<Expression, { type: 'MemberExpression' }>): string {
  return object.type === 'Identifier' && property.type === 'Identifier' ? `${object.name}.${property.name}` : '';
}
