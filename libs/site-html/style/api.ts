/** What OpenAPI specifications and integrations are drawn as where nothing better is given. */
export const API = `
.api, .integration { padding: 1rem 1.25rem }
.api > *, .integration > * { --space: .5rem }
.api > .title { font-weight: 600 }
.method { padding: .125rem .5rem; border-radius: .375rem; background: var(--primary-soft); color: var(--primary-text); font-size: .75rem; font-weight: 700 }
.path { font-size: .875rem; overflow-wrap: anywhere }
`;
