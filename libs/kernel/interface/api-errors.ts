import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/** What each error status means in every operation. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request breaks a rule; the message says which.',
  401: 'No bearer token was sent, or it is not valid.',
  403: 'The caller may see this, but not do that with it.',
  404: 'Unknown, or not for this caller.',
  409: 'The request does not fit the state things are in.',
  412: 'A condition, such as If-Match, does not hold.',
  413: 'The body is larger than the limit.',
  414: 'A part of the address is too long.',
  415: 'The body is of a kind this operation does not read.',
  429: 'Too many requests in a minute.',
};

const ERROR = { $ref: '#/components/schemas/Error' } as const;

/** How the document describes an error answer. */
export function errorResponse(status: number): {
  description: string;
  content: Record<string, { schema: typeof ERROR }>;
} {
  return { description: meaningOf(status), content: { 'application/json': { schema: ERROR } } };
}

/** Documents the errors an operation answers, all in the one error form. */
export function ApiErrors(...statuses: number[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...statuses.map((status) => ApiResponse({ status, description: meaningOf(status), schema: ERROR })),
  );
}

function meaningOf(status: number): string {
  return MEANINGS[status] ?? 'An error.';
}
