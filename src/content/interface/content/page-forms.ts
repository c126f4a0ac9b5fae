import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiQuery } from '@nestjs/swagger';
import { PageView } from '../../application/content/page.view.js';
import { PAGE_FORMS } from './content-examples.js';

/** Documents the answer of an operation that reads a page, and the parameter that no class member can stand for. */
export function ApiPageForms(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ type: PageView, examples: PAGE_FORMS }),
    ApiQuery({
      name: 'format.markdown.refs',
      required: false,
      description: 'How Markdown names pages and files: by paths (unless told) or by ids.',
      schema: { type: 'string', enum: ['relative', 'stable'] },
    }),
  );
}
