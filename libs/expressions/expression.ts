import { ExpressionFailed, ExpressionInvalid, Fault } from './errors.js';
import { MOST_CHARACTERS, parseAt } from './parse.js';
import { ParsedCache } from './parsed-cache.js';
import { Run, type Allowance } from './run.js';
import type { Step } from './step.js';

/** What an expression is evaluated with: plain data under the names that it may use. */
export type Inputs = Readonly<Record<string, unknown>>;

/**
 * One expression in the syntax of JavaScript, which reads its inputs and computes a value. It can change nothing and
 * reach nothing else, and it ends soon, whatever its text.
 */
export class Expression {
  readonly #step: Step;

  constructor(
    readonly text: string,
    /** What it reads of its inputs, as paths such as `visitor.claims.plan`, in order. */
    readonly freeVariables: readonly string[],
    /** Its string literals and the fixed parts of its templates. */
    readonly texts: ReadonlySet<string>,
    /** How many parts it has: the steps that evaluating each of them once takes. */
    readonly size: number,
    step: Step,
  ) {
    this.#step = step;
  }

  /** Its value. Parts of the inputs may be parts of it, so it is not to be changed. Throws ExpressionFailed. */
  evaluate(inputs: Inputs): unknown {
    try {
      return this.#evaluate(inputs);
    } catch (error) {
      throw error instanceof Fault ? new ExpressionFailed(error.reason, this.text, error.offset) : error;
    }
  }

  /** Its value; undefined where it cannot be evaluated. `allowance`: what this and others may take together. */
  valueIfAny(inputs: Inputs, allowance?: Allowance): unknown {
    try {
      return this.#evaluate(inputs, allowance);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /** Whether its value counts as true; false where it cannot be evaluated. */
  holds(inputs: Inputs, allowance?: Allowance): boolean {
    return Boolean(this.valueIfAny(inputs, allowance));
  }

  #evaluate(inputs: Inputs, allowance?: Allowance): unknown {
    const run = new Run(inputs, allowance);
    run.spend(this.size, 0);
    return this.#step(run);
  }
}

const parsed = new ParsedCache<Expression>();

/** The expression that a text is. The same few are asked for again and again, so they are kept. Throws ExpressionInvalid. */
export function parseExpression(text: string): Expression {
  const known = parsed.get(text);
  if (known) return known;
  if (text.length > MOST_CHARACTERS && (text.length > 2 * MOST_CHARACTERS || [...text].length > MOST_CHARACTERS))
    throw new ExpressionInvalid(`An expression has at most ${MOST_CHARACTERS} characters`, text, MOST_CHARACTERS);
  const { step, size, variables, texts, end } = parseAt(text, 0);
  const rest = text.slice(end).search(/\S/);
  if (rest >= 0) throw new ExpressionInvalid('The expression ends before this', text, end + rest);
  const expression = new Expression(text, variables, texts, size, step);
  parsed.set(text, expression, text.length + size);
  return expression;
}

/**
 * Whether a condition holds: an empty one always does, one that cannot be parsed or evaluated never. `inputs` may depend
 * on the expression.
 */
export function evaluateCondition(
  text: string | null | undefined,
  inputs: Inputs | ((expression: Expression) => Inputs),
): boolean {
  if (text === null || text === undefined || text.trim() === '') return true;
  try {
    const expression = parseExpression(text);
    return expression.holds(typeof inputs === 'function' ? inputs(expression) : inputs);
  } catch (error) {
    if (error instanceof ExpressionInvalid) return false;
    throw error;
  }
}
