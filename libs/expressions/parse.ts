import { parseExpressionAt, type AnyNode } from 'acorn';
import { Compiler } from './compile.js';
import { ExpressionInvalid, Fault } from './errors.js';
import type { Step } from './step.js';

/** Characters that one expression may have. */
export const MOST_CHARACTERS = 1_024;

/** An expression that was found at some place of a text. */
export interface Parsed {
  step: Step;
  size: number;
  variables: readonly string[];
  texts: ReadonlySet<string>;
  /** Where it ends. */
  end: number;
}

/** Parses the one expression that begins at an offset, and leaves what follows. Throws ExpressionInvalid. */
export function parseAt(text: string, offset: number): Parsed {
  const node = nodeAt(text, offset);
  if (node.end - offset > MOST_CHARACTERS)
    throw new ExpressionInvalid(`An expression has at most ${MOST_CHARACTERS} characters`, text, offset);
  const compiler = new Compiler();
  try {
    const step = compiler.compile(node);
    const { size, variables, texts } = compiler;
    return { step, size, variables, texts, end: node.end };
  } catch (error) {
    throw error instanceof Fault ? new ExpressionInvalid(error.reason, text, error.offset) : error;
  }
}

function nodeAt(text: string, offset: number): AnyNode {
  try {
    return parseExpressionAt(text, offset, { ecmaVersion: 2022, sourceType: 'module', preserveParens: true });
  } catch (error) {
    if (error instanceof SyntaxError) {
      const { pos = offset } = error as { pos?: number };
      throw new ExpressionInvalid(error.message.replace(/ \(\d+:\d+\)$/, ''), text, Math.min(pos, text.length));
    }
    // The parser recurses for each bracket, and thousands of them exceed the stack.
    if (error instanceof RangeError) throw new ExpressionInvalid('Too much is nested', text, offset);
    throw error;
  }
}
