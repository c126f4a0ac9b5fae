import type { Kit } from './kit.js';

/**
 * Shows what a link leads to in a frame above it: a page of this server, which holds the other host in a sandbox. The
 * link stays, and leads there when it is clicked again.
 */
export function showEmbed(link: HTMLAnchorElement, { make }: Kit): void {
  const address = new URL(link.dataset['frame'] ?? '', location.href);
  link.removeAttribute('data-frame');
  if (address.origin !== location.origin) return link.click();
  const frame = make('iframe', {
    class: 'embed-frame',
    src: address.href,
    title: link.querySelector('.name')?.textContent ?? link.textContent ?? '',
    allow: 'fullscreen; encrypted-media; picture-in-picture',
  });
  link.before(frame);
  frame.focus();
}
