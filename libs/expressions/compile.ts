import type * as acorn from 'acorn';
import { Fault } from './errors.js';
import { compileCall } from './compile-call.js';
import { NOTHING, type PartCompiler, type Step } from './step.js';
import { FORBIDDEN_NAMES, numberOf, OPERATIONS, read, textOf } from './values.js';

const MOST_DEPTH = 200;

/** Why a form is refused, where "is not part of this language" would say too little. */
const REFUSALS: Readonly<Record<string, string>> = {
  ArrowFunctionExpression: 'A function can only stand as the argument of every, some, map or filter',
  AssignmentExpression: 'Nothing can be assigned',
  FunctionExpression: 'Only arrow functions are part of this language',
  NewExpression: 'Nothing can be created by new',
  SequenceExpression: 'Only one expression can stand here',
  SpreadElement: 'Nothing can be spread',
  ThisExpression: 'There is no this',
  UpdateExpression: 'Nothing can be assigned',
};

/**
 * Turns the tree of one expression into steps. Every form that is not named here is refused, so an expression can do
 * what this file lets it do and nothing else.
 */
export class Compiler implements PartCompiler {
  /** The parameters of callbacks around the part that is compiled, each with its place among the locals. */
  readonly #scope: string[] = [];
  readonly #variables = new Set<string>();
  readonly #texts = new Set<string>();
  #depth = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Paths of the inputs that were read so far, such as `visitor.claims.plan`. */
  get variables(): string[] {
    return [...this.#variables].sort();
  }

  /** The texts it is compared or joined with: its string literals and the fixed parts of its templates. */
  get texts(): ReadonlySet<string> {
    return this.#texts;
  }

  /** `withinPath`: the part belongs to a longer path, which is noted instead. */
  compile(node: acorn.AnyNode, withinPath = false): Step {
    this.#size += 1;
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw new Fault('Too much is nested', node.start);
    const step = this.#compile(node, withinPath);
    this.#depth -= 1;
    return step;
  }

  within(parameters: readonly string[], body: acorn.AnyNode): { step: Step; place: number } {
    const place = this.#scope.length;
    this.#scope.push(...parameters);
    const step = this.compile(body);
    this.#scope.length = place;
    return { step, place };
  }

  #compile(node: acorn.AnyNode, withinPath: boolean): Step {
    switch (node.type) {
      case 'ParenthesizedExpression':
        return this.compile(node.expression, withinPath);
      case 'Literal':
        if (typeof node.value === 'string') this.#texts.add(node.value);
        return constant(node);
      case 'Identifier':
        return this.#variable(node, withinPath);
      case 'MemberExpression':
        return this.#member(node, withinPath);
      case 'ChainExpression': {
        const chain = this.compile(node.expression, withinPath);
        return (run) => {
          const value = chain(run);
          return value === NOTHING ? undefined : value;
        };
      }
      case 'CallExpression':
        return compileCall(this, node);
      case 'UnaryExpression':
        return this.#unary(node);
      case 'BinaryExpression':
        return this.#binary(node);
      case 'LogicalExpression':
        return this.#logical(node);
      case 'ConditionalExpression': {
        const [test, then, otherwise] = [node.test, node.consequent, node.alternate].map((part) => this.compile(part));
        return (run) => (test?.(run) ? then?.(run) : otherwise?.(run));
      }
      case 'TemplateLiteral':
        return this.#template(node);
      case 'ArrayExpression':
        return this.#list(node);
      case 'ObjectExpression':
        return this.#record(node);
      default:
        throw new Fault(REFUSALS[node.type] ?? 'This is not part of the language of expressions', node.start);
    }
  }

  #variable({ name, start }: acorn.Identifier, withinPath: boolean): Step {
    const place = this.#scope.lastIndexOf(name);
    if (place >= 0) return (run) => run.locals[place];
    if (name === 'undefined') return () => undefined;
    requireName(name, start);
    if (!withinPath) this.#variables.add(name);
    return (run) => {
      if (!Object.hasOwn(run.inputs, name)) throw new Fault(`${name} is not known here`, start);
      return read(run, run.inputs, name, start);
    };
  }

  #member(node: acorn.MemberExpression, withinPath: boolean): Step {
    const path = this.#pathOf(node);
    if (path !== undefined && !withinPath) this.#variables.add(path);
    const target = this.compile(node.object, path !== undefined);
    const { start, optional } = node;
    const fixed = nameOf(node);
    if (fixed !== undefined) requireName(fixed, node.property.start);
    const name = fixed === undefined ? this.compile(node.property) : () => fixed;
    return (run) => {
      const value = target(run);
      if (value === NOTHING || (optional && (value === null || value === undefined))) return NOTHING;
      return read(run, value, name(run), start);
    };
  }

  /** `visitor.claims.plan`, where a part is nothing but a path of names into the inputs. */
  #pathOf(node: acorn.AnyNode): string | undefined {
    if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression')
      return this.#pathOf(node.expression);
    if (node.type === 'Identifier') return this.#scope.includes(node.name) ? undefined : node.name;
    if (node.type !== 'MemberExpression') return undefined;
    const name = nameOf(node);
    const path = name === undefined ? undefined : this.#pathOf(node.object);
    return path === undefined ? undefined : `${path}.${name}`;
  }

  #unary({ operator, argument, start }: acorn.UnaryExpression): Step {
    const value = this.compile(argument);
    if (operator === '!') return (run) => !value(run);
    if (operator === '-') return (run) => -numberOf(run, value(run), start);
    if (operator === '+') return (run) => numberOf(run, value(run), start);
    throw new Fault(`${operator} is not part of the language of expressions`, start);
  }

  #binary({ operator, left, right, start }: acorn.BinaryExpression): Step {
    const operation = OPERATIONS.get(operator);
    if (!operation) throw new Fault(`${operator} is not part of the language of expressions`, start);
    const [first, second] = [this.compile(left), this.compile(right)];
    return (run) => operation(run, first(run), second(run), start);
  }

  #logical({ operator, left, right }: acorn.LogicalExpression): Step {
    const [first, second] = [this.compile(left), this.compile(right)];
    if (operator === '&&') return (run) => first(run) && second(run);
    if (operator === '||') return (run) => first(run) || second(run);
    return (run) => first(run) ?? second(run);
  }

  #template({ quasis, expressions, start }: acorn.TemplateLiteral): Step {
    const texts = quasis.map(({ value }) => value.cooked ?? '');
    for (const text of texts) this.#texts.add(text);
    const steps = expressions.map((part) => this.compile(part));
    return (run) => {
      let text = texts[0] ?? '';
      steps.forEach((step, index) => {
        text = run.text(text + textOf(step(run), start) + (texts[index + 1] ?? ''), start);
        run.spendOn(text.length, start);
      });
      return text;
    };
  }

  #list({ elements, start }: acorn.ArrayExpression): Step {
    const items = elements.map((item) => {
      if (item === null) throw new Fault('A list has no holes', start);
      return this.compile(item);
    });
    return (run) =>
      run.built(
        items.map((item) => item(run)),
        start,
      );
  }

  #record({ properties, start }: acorn.ObjectExpression): Step {
    const members = properties.map((member) => {
      if (member.type !== 'Property') throw new Fault('Nothing can be spread', member.start);
      if (member.kind !== 'init' || member.method || member.computed)
        throw new Fault('A record has names and values only', member.start);
      const name = member.key.type === 'Identifier' ? member.key.name : String((member.key as acorn.Literal).value);
      requireName(name, member.start);
      return [name, this.compile(member.value)] as const;
    });
    return (run) => run.built(Object.fromEntries(members.map(([name, value]) => [name, value(run)])), start);
  }
}

/** The name a member expression names outright: `.name`, `['name']` or `[0]`. */
function nameOf({ property, computed }: acorn.MemberExpression): string | number | undefined {
  if (!computed && property.type === 'Identifier') return property.name;
  if (!computed) throw new Fault('There are no private members', property.start);
  if (property.type !== 'Literal') return undefined;
  return typeof property.value === 'string' || typeof property.value === 'number' ? property.value : undefined;
}

function requireName(name: string | number, offset: number): void {
  if (FORBIDDEN_NAMES.has(String(name))) throw new Fault(`${name} is not for expressions`, offset);
}

function constant({ value, regex, bigint, start }: acorn.Literal): Step {
  if (regex) throw new Fault('There are no regular expressions', start);
  if (bigint !== undefined) throw new Fault('There are no big integers', start);
  return () => value;
}
