/*
 * The script of the page around a frame that an integration shows: it hands over what the frame is sent, and passes on
 * how large the frame wants to be. Both pages that it speaks with are known by their windows.
 */

interface Asked {
  action?: { action?: unknown; size?: { height?: unknown; aspectRatio?: unknown } };
}

const frame = document.querySelector('iframe');

/** What is shown on the host of the server itself has no origin by which it could be named. */
const send = (): void => {
  frame?.contentWindow?.postMessage({ state: JSON.parse(frame.dataset['sent'] ?? '{}') as unknown }, '*');
};

addEventListener('message', ({ source, data }: MessageEvent<Asked | undefined>) => {
  if (!frame || source !== frame.contentWindow) return;
  const { action, size } = data?.action ?? {};
  if (action === '@webframe.ready') send();
  if (action !== '@webframe.resize') return;
  const height = Number(size?.height) || innerWidth / Number(size?.aspectRatio);
  if (height > 0) parent.postMessage({ height }, location.origin);
});
frame?.addEventListener('load', send);
