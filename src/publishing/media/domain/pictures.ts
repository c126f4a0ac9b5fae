/** The media types of pictures, by the ending that a file with one has. */
export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
} as const;

export type PictureEnding = keyof typeof PICTURE_TYPES;

/** Milliseconds of a picture whose host does not say for how long it stays the same, and the limits of what hosts say. */
const USUAL_MS = 3_600_000;
const LEAST_MS = 5 * 60_000;
const MOST_MS = 24 * 3_600_000;

/** How long a picture is kept until its host is asked again, by the host's Cache-Control. */
export function keptFor(cacheControl: string | undefined): number {
  const seconds = /(?:^|[\s,])(?:s-maxage|max-age)=(\d{1,10})/i.exec(cacheControl ?? '')?.[1];
  if (seconds === undefined) return USUAL_MS;
  return Math.min(MOST_MS, Math.max(LEAST_MS, Number(seconds) * 1_000));
}
