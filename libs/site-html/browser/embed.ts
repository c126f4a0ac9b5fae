import type { Kit } from './kit.js';

/** What a frame may do: run in its own origin, open what is clicked, go full screen. It can't lead the page away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';

/** Shows what a link leads to in a frame above it. The link stays, and leads there when it is clicked again. */
export function showEmbed(link: HTMLAnchorElement, { make }: Kit): void {
  const address = new URL(link.dataset['frame'] ?? '', location.href);
  link.removeAttribute('data-frame');
  // In the origin of the page a sandbox would hold nothing.
  if (address.protocol !== 'https:' || address.origin === location.origin) return link.click();
  const frame = make('iframe', {
    class: 'embed-frame',
    src: address.href,
    title: link.querySelector('.name')?.textContent ?? link.textContent ?? '',
    sandbox: SANDBOX,
    allow: 'fullscreen; encrypted-media; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
  });
  link.before(frame);
  frame.focus();
}
