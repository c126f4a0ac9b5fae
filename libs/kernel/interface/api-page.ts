import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents a list answer: the envelope around records of one kind. */
export function ApiPage(item: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
      description: 'One page of the list.',
      schema: {
        type: 'object',
        required: ['items', 'count'],
        properties: {
          next: {
            type: 'object',
            description: 'Absent on the last page.',
            required: ['page'],
            properties: {
              page: {
                type: 'string',
                description: 'Send it as `page` to get the page that follows.',
                example: 'eyJrIjpbIjBWYmJVNW43RWQyUXZadDhLbFhhIl19',
              },
            },
          },
          count: { type: 'integer', description: 'How many items this answer carries.', example: 1 },
          items: { type: 'array', items: { $ref: getSchemaPath(item) } },
        },
      },
    }),
  );
}
