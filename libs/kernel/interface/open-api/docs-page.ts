/** Hides in each operation what is the same for every error and every 304; their status and description remain. */
export const DOCS_STYLE = `
.swagger-ui .response[data-code='304'] .response-col_description > :not(.response-col_description__inner),
.swagger-ui .response[data-code^='4'] .response-col_description > :not(.response-col_description__inner),
.swagger-ui .response[data-code^='5'] .response-col_description > :not(.response-col_description__inner),
.swagger-ui .response[data-code^='4'] .response-col_links,
.swagger-ui .response[data-code^='5'] .response-col_links,
.swagger-ui .response[data-code='304'] .response-col_links { display: none }
.swagger-ui .response[data-code^='4'] td, .swagger-ui .response[data-code^='5'] td { padding-top: 2px; padding-bottom: 2px }
.swagger-ui .response[data-code^='4'] p, .swagger-ui .response[data-code^='5'] p { margin: 0 }
`;

/** Swagger UI's own filter searches tags only: this one finds operations by id, path, method and summary, too. */
export const FILTER_SCRIPT = `'use strict';
(() => {
  const bundle = window.SwaggerUIBundle;
  const says = (operation, wanted) =>
    [
      operation.get('method'),
      operation.get('path'),
      operation.getIn(['operation', 'operationId']),
      operation.getIn(['operation', 'summary']),
    ].some((text) => String(text ?? '').toLowerCase().includes(wanted));
  const opsFilter = (tagged, phrase) => {
    const wanted = phrase.trim().toLowerCase();
    return tagged
      .map((group, tag) =>
        tag.toLowerCase().includes(wanted)
          ? group
          : group.set('operations', group.get('operations').filter((operation) => says(operation, wanted))),
      )
      .filter((group) => group.get('operations').size > 0);
  };
  // The bar at the top would ask for another document, under a logo whose styles the page's policy does not allow.
  const ours = () => ({ fn: { opsFilter }, components: { Topbar: () => null } });
  const withOurs = (options) => bundle({ ...options, plugins: [...(options.plugins ?? []), ours] });
  window.SwaggerUIBundle = Object.assign(withOurs, bundle);
})();
`;
