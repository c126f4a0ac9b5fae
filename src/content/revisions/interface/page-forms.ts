import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import { Described, describeMembers, named } from '#kernel/interface/open-api/one-of';
import { AnswerTextView } from '../../contract/answer.view.js';
import { OpenAPIDocumentSourceView, PagesSourceView } from '../application/computed-source.view.js';
import { PageCoverView, PageMetaLinksView, PageTagView, PageView } from '../application/page.view.js';
import { RevisionView } from '../application/revision.view.js';
import { BLOCKS, PAGE_FORMS } from './content-examples.js';

export const SCALAR = { type: ['string', 'number', 'boolean'] };
export const VARIABLES = { type: 'object', additionalProperties: SCALAR };

const [FILE, URL] = [named('FileRef'), named('UrlRef')];
/** The references that a picture can have. */
export const PICTURE = {
  oneOf: [FILE, URL],
  discriminator: { propertyName: 'kind', mapping: { file: FILE.$ref, url: URL.$ref } },
};

/* Schemas that decorators on the classes cannot express. */
describeMembers([PageCoverView], { ref: PICTURE, refDark: PICTURE });
describeMembers([PageTagView], { tag: named('TagRef') });
describeMembers([PageMetaLinksView], {
  canonical: named('ContentRef'),
  alternates: { type: 'array', items: named('ContentRef') },
});
describeMembers([PageView], { variables: VARIABLES, target: named('ContentRef'), document: named('Document') });
describeMembers([RevisionView], { variables: VARIABLES });
describeMembers([AnswerTextView], { document: named('Document') });
Described(
  { anyOf: [PagesSourceView, OpenAPIDocumentSourceView].map((view) => ({ $ref: getSchemaPath(view) })) },
  PagesSourceView,
  OpenAPIDocumentSourceView,
)(PageView.prototype, 'computed');

/**
 * Documents the response of an operation that reads a page, and the parameter whose name is not valid for a class
 * member.
 */
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

/** Documents the response of an operation that reads a document. */
export function ApiDocument(): MethodDecorator {
  return ApiOkResponse({ schema: { ...named('Document'), example: BLOCKS } as never });
}
