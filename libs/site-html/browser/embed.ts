import type { Kit } from './kit.js';

/** How high a frame becomes that says how high it is, in pixels. */
const LEAST_HEIGHT = 40;
const MOST_HEIGHT = 2_000;

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
  addEventListener('message', ({ source, origin, data }: MessageEvent<{ height?: unknown } | undefined>) => {
    if (source !== frame.contentWindow || origin !== location.origin || typeof data?.height !== 'number') return;
    const height = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, Math.ceil(data.height)));
    // Its own height includes its borders.
    frame.setAttribute('height', String(height + frame.offsetHeight - frame.clientHeight));
  });
  link.before(frame);
  frame.focus();
}
