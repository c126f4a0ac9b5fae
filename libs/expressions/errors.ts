/** A place in a text: `offset` counts from 0, `line` and `column` from 1 as people do. */
export interface Position {
  offset: number;
  line: number;
  column: number;
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n?|[\n\u2028\u2029]/);
  return { offset, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** What is wrong with an expression and where; the message ends with the place. */
export abstract class ExpressionError extends Error {
  readonly position: Position;

  constructor(
    readonly reason: string,
    readonly text: string,
    offset: number,
  ) {
    const position = positionAt(text, offset);
    super(`${reason} (line ${position.line}, column ${position.column})`);
    this.position = position;
  }
}

/** The text is no expression of this language. */
export class ExpressionInvalid extends ExpressionError {}

/** The expression could not be evaluated with these inputs. */
export class ExpressionFailed extends ExpressionError {}

/**
 * What the interpreter throws, which knows offsets and not the text. It is no Error: a condition fails for every visitor
 * who lacks a claim, and noting the stack would cost ten times as much as evaluating it.
 */
export class Fault {
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {}
}
