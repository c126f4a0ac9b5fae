import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Lists } from '#kernel/interface/route-flags';
import {
  AnchorLocationView,
  ChangeRequestContextView,
  CollectionLocationView,
  FileLocationView,
  LinksView,
  LinkView,
  NodeLocationView,
  PageLocationView,
  ReusableContentLocationView,
  RevisionContextView,
  SpaceLocationView,
  UrlLocationView,
  OpenAPILocationView,
  UserLocationView,
} from '../application/link.view.js';
import { MetaLinksView, MetaPageView, MetaUrlView } from '../application/meta-links.view.js';

const LOCATIONS = [
  PageLocationView,
  FileLocationView,
  ReusableContentLocationView,
  UrlLocationView,
  OpenAPILocationView,
  UserLocationView,
  CollectionLocationView,
  SpaceLocationView,
];
const CONTEXTS = [RevisionContextView, ChangeRequestContextView];
const INTERNAL = [AnchorLocationView, NodeLocationView];
const META = [MetaPageView, MetaUrlView];

type View = new () => object;

const oneOf = (views: readonly View[]) => ({ oneOf: views.map((view) => ({ $ref: getSchemaPath(view) })) });

/* The classes can't say of themselves that a member is one of several. */
ApiProperty({ ...oneOf(LOCATIONS), required: false, description: 'What is linked to; absent where that is unknown.' })(
  LinkView.prototype,
  'targetReference',
);
ApiProperty({ type: 'array', items: oneOf(LOCATIONS), description: 'From where: one for each block.' })(
  LinkView.prototype,
  'locationReferences',
);
ApiProperty({ ...oneOf(INTERNAL), required: false, description: 'The place in the page.' })(
  PageLocationView.prototype,
  'internalLocation',
);
for (const { prototype } of [PageLocationView, FileLocationView, ReusableContentLocationView]) {
  ApiProperty({ ...oneOf(CONTEXTS), required: false, description: 'The content it is looked at in.' })(
    prototype,
    'versionContext',
  );
}
ApiProperty({ ...oneOf(META), required: false, description: 'What stands for it.' })(
  MetaLinksView.prototype,
  'canonical',
);
ApiProperty({ type: 'array', items: oneOf(META), required: false, description: 'What says the same in other words.' })(
  MetaLinksView.prototype,
  'alternates',
);
/* A specification is described by the context that keeps it. */
Described(named('OpenAPISpecView'))(OpenAPILocationView.prototype, 'openAPISpec');

const NEXT = {
  type: 'object',
  description: 'Absent on the last page.',
  required: ['page'],
  properties: {
    page: { type: 'string', description: 'Send it as `page` to get the page that follows.', example: 'WyIwVmJiVSJd' },
  },
};
const COUNT = { type: 'integer', description: 'How many items this answer carries.', example: 1 };

/** Documents a list of links with its counts. */
export function ApiLinks(): MethodDecorator {
  return applyDecorators(
    Lists(),
    ApiExtraModels(...LOCATIONS, ...CONTEXTS, ...INTERNAL),
    ApiOkResponse({ type: LinksView, description: 'One page of the list.' }),
  );
}

/** Documents a list of the places something is linked from. */
export function ApiBacklinks(): MethodDecorator {
  return applyDecorators(
    Lists(),
    ApiExtraModels(PageLocationView, ReusableContentLocationView, ...CONTEXTS, ...INTERNAL),
    ApiOkResponse({
      description: 'One page of the list.',
      schema: {
        type: 'object',
        required: ['items', 'count'],
        properties: {
          next: NEXT,
          count: COUNT,
          items: { type: 'array', items: oneOf([PageLocationView, ReusableContentLocationView]) },
        },
      },
    }),
  );
}

/** Documents the metadata of a page for search engines. */
export function ApiMetaLinks(): MethodDecorator {
  return applyDecorators(ApiExtraModels(...META), ApiOkResponse({ type: MetaLinksView }));
}
