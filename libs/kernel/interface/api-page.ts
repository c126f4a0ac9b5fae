import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { Lists } from './route-flags.js';

/** Documents a response with a list: the envelope around records of one kind. */
export function ApiPage(item: Type): MethodDecorator {
  return applyDecorators(
    Lists(),
    ApiExtraModels(item),
    ApiOkResponse({
      description: 'One page of the list.',
      schema: {
        type: 'object',
        required: ['items', 'count'],
        properties: {
          next: { $ref: '#/components/schemas/NextPage' },
          count: { type: 'integer', description: 'How many items this answer carries.', example: 1 },
          items: { type: 'array', items: { $ref: getSchemaPath(item) } },
        },
      },
    }),
  );
}
