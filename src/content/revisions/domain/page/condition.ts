import { ExpressionInvalid, parseExpression } from '#expressions';

/** Why a text is no condition, with the line and the column; undefined where it is one. */
export function faultOfCondition(text: string): string | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionInvalid) return error.message;
    throw error;
  }
}
