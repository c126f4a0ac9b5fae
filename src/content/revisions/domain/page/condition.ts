import { ExpressionInvalid, parseExpression } from '#expressions';

/** The syntax error of a condition with its line and column; undefined where the condition is valid. */
export function faultOfCondition(text: string): string | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionInvalid) return error.message;
    throw error;
  }
}
