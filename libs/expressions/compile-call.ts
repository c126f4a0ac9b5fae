import type * as acorn from 'acorn';
import { Fault } from './errors.js';
import { call, METHODS } from './methods.js';
import type { Run } from './run.js';
import { NOTHING, type PartCompiler, type Step } from './step.js';
import { FORBIDDEN_NAMES } from './values.js';

type Callback = (run: Run) => (item: unknown, index: number) => unknown;

const NO_CALLBACK: Callback = () => () => undefined;

/** `target.method(…)`: the only kind of call there is. */
export function compileCall(parts: PartCompiler, { callee, arguments: given, optional }: acorn.CallExpression): Step {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    throw new Fault('Only methods can be called, such as text.includes(…)', callee.start);
  const { name, start: offset } = callee.property;
  if (optional) throw new Fault('Whether there is a method cannot be asked', offset);
  const method = METHODS.get(name);
  if (!method) throw new Fault(`There is no method ${name}()`, offset);
  const ifAny = callee.optional;
  const target = parts.compile(callee.object);
  let steps: Step[] = [];
  let callback = NO_CALLBACK;
  if (method.takes === 'callback') callback = compileCallback(parts, name, given, offset);
  else {
    if (!method.takes.includes(given.length))
      throw new Fault(`${name}() cannot have ${given.length} ${given.length === 1 ? 'argument' : 'arguments'}`, offset);
    steps = given.map((argument) => parts.compile(argument));
  }
  return (run) => {
    const value = target(run);
    if (value === NOTHING || (ifAny && (value === null || value === undefined))) return NOTHING;
    const values = steps.map((step) => step(run));
    return call(method, name, value, { run, offset, arguments: values, callback: callback(run) });
  };
}

/** `item => …` or `(item, index) => …`, evaluated with every item. */
function compileCallback(parts: PartCompiler, name: string, given: acorn.CallExpression['arguments'], offset: number) {
  const [written] = given;
  if (written?.type !== 'ArrowFunctionExpression' || given.length > 1)
    throw new Fault(`${name}() takes one arrow function, such as item => item.id`, written?.start ?? offset);
  if (written.async || !written.expression)
    throw new Fault('The body of an arrow function is one expression, and nothing is waited for', written.start);
  const names = written.params.map((parameter) => {
    if (parameter.type !== 'Identifier' || FORBIDDEN_NAMES.has(parameter.name))
      throw new Fault('A parameter is a plain name', parameter.start);
    return parameter.name;
  });
  if (names.length > 2) throw new Fault('An arrow function takes an item and its number', written.start);
  const before = parts.size;
  const { step, place } = parts.within(names, written.body);
  const cost = parts.size - before;
  const { start } = written;
  return (run: Run) => (item: unknown, index: number) => {
    run.spend(cost, start);
    if (names.length > 0) run.locals[place] = item;
    if (names.length > 1) run.locals[place + 1] = index;
    return step(run);
  };
}
