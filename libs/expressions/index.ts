export { ExpressionError, ExpressionFailed, ExpressionInvalid, type Position } from './errors.js';
export { evaluateCondition, parseExpression, type Expression, type Inputs } from './expression.js';
export { MOST_CHARACTERS } from './parse.js';
export { parseTemplate, type Template } from './template.js';
export type { Allowance } from './run.js';
