/**
 * Other media and modes: pictures of one theme, print, colors that the system forces, less motion. Sheets of blocks come
 * later and say how pictures are shown: what is of the other theme is hidden whatever they say.
 */
export const MODES = `
[data-theme="light"] .dark, [data-theme="dark"] .light { display: none !important }
@media (prefers-color-scheme: dark) { [data-theme="system"] .light { display: none !important } }
@media not (prefers-color-scheme: dark) { [data-theme="system"] .dark { display: none !important } }
[hidden] { display: none !important }
@media (prefers-reduced-motion: no-preference) { :root { scroll-behavior: smooth } }
@media (forced-colors: active) {
  .tabs > :checked + label, [aria-current], [aria-pressed="true"] { outline: 2px solid Highlight; outline-offset: -2px }
  .hint, .note, .menu { border: 1px solid }
}
@media print {
  :root { color-scheme: light !important }
  .top, .tree, .outline, .actions, .end-of-page > :not(.facts), .foot, .skip, .preview, .announcement, .copy, .unfold-label, .anchor, .search { display: none !important }
  .frame { display: block; max-width: none }
  main { padding: 0 }
  main > *, .body > * { max-width: none }
  body { font-size: 10.5pt; background: none }
  .code .more { display: block !important }
  .code pre, .code pre code { white-space: pre-wrap; width: auto; overflow: visible }
  details::details-content { content-visibility: visible; height: auto }
  .table { overflow: visible; max-height: none; content-visibility: visible !important }
  .code, .hint, figure, tr, .cards > li { break-inside: avoid }
  h2, h3, h4 { break-after: avoid }
  .body a[href^="http"]:not([class])::after { content: " (" attr(href) ")"; font-size: .85em; overflow-wrap: anywhere }
}
`;
