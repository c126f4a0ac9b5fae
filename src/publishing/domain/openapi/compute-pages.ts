import type { OpenAPIPage, OpenAPIPagesProps } from '#content';
import type { SpecificationOutline } from '#openapi';

/** The pages that are made of a specification with this slug. */
export function computePages(_outline: SpecificationOutline, _spec: string, _props: OpenAPIPagesProps): OpenAPIPage[] {
  return [];
}
