/** Rows of tables as cards, and the sites of the start page. */
export const CARDS = `
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 1rem }
.cards.large { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)) }
.cards.row { grid: auto / auto-flow minmax(14rem, 1fr); overflow-x: auto; padding: .25rem; margin-block-end: -.25rem }
.body .cards > li { position: relative; margin: 0; padding: 1.125rem 1.25rem; font-size: .9375rem; line-height: 1.6; overflow: hidden }
.cards > li > .cover { height: 9rem; margin: -1.125rem -1.25rem 1rem; background: var(--subtle) }
.cards .cover img { width: 100%; height: 100%; object-fit: cover; border-radius: 0 }
.cards .cover .fit-contain { object-fit: contain }
.cards .cover .fit-fill { object-fit: fill }
.cards > li > div:not(.cover) ~ div { color: var(--muted) }
.column-title { display: block; font-size: .75rem; font-weight: 600 }
.card-target { position: absolute; inset: 0; border-radius: var(--radius-large) }
.card-target:focus-visible { outline-offset: -2px }
.cards a:not(.card-target), .cards button { position: relative; z-index: 1 }
`;
