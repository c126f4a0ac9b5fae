import { ExpressionInvalid, parseExpression, type Allowance, type Expression, type Inputs } from '#expressions';

/** Steps that all expressions of one document may take together. */
const STEPS_OF_A_DOCUMENT = 200_000;
/** What has the same value for everybody who reads one revision. */
const SAME_FOR_ALL = /^(?:space|page)\.vars(?:\.|$)/;

/** Evaluates the expressions of one document. None of them fails: a condition does not hold, a text is empty instead. */
export class Evaluator {
  readonly #allowance: Allowance = { steps: STEPS_OF_A_DOCUMENT };

  constructor(
    private readonly inputs: Inputs,
    /** Leaves expressions alone that read anything but variables of the space and the page. */
    private readonly deterministicOnly: boolean,
  ) {}

  /** Whether a condition holds; an empty one does. Undefined where it is left alone. */
  condition(text: string): boolean | undefined {
    if (text.trim() === '') return true;
    const expression = parsed(text);
    if (!expression) return false;
    return this.#leaves(expression) ? undefined : expression.holds(this.inputs, this.#allowance);
  }

  /** Whether it holds, also where it is left alone otherwise. */
  holds(text: string): boolean {
    return text.trim() === '' || (parsed(text)?.holds(this.inputs, this.#allowance) ?? false);
  }

  /** The value as a reader sees it; empty for what is no text, number or boolean. Undefined where it is left alone. */
  text(text: string): string | undefined {
    const expression = parsed(text);
    if (!expression) return '';
    if (this.#leaves(expression)) return undefined;
    const value = expression.valueIfAny(this.inputs, this.#allowance);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  }

  #leaves({ freeVariables }: Expression): boolean {
    return this.deterministicOnly && !freeVariables.every((path) => SAME_FOR_ALL.test(path));
  }
}

/** Whether a single condition holds. A missing or empty one does, one that cannot be evaluated does not. */
export function conditionHolds(text: string | undefined, inputs: Inputs): boolean {
  return text === undefined || new Evaluator(inputs, false).condition(text) === true;
}

function parsed(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionInvalid) return undefined;
    throw error;
  }
}
