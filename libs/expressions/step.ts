import type { AnyNode } from 'acorn';
import type { Run } from './run.js';

/** A part of an expression, ready to be evaluated. */
export type Step = (run: Run) => unknown;

/** Answered inside `a?.b.c` where there is nothing to go on with; the whole chain is then undefined. */
export const NOTHING = Symbol('nothing');

/** What compiles the parts of a part. */
export interface PartCompiler {
  /** How many parts were compiled so far: the steps that evaluating them once takes at most. */
  readonly size: number;
  compile(node: AnyNode): Step;
  /**
   * Compiles the body of a callback with its parameters in scope, and returns the index of the first among the locals.
   */
  within(parameters: readonly string[], body: AnyNode): { step: Step; place: number };
}
