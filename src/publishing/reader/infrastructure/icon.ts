/** The sign of Quire: leaves of paper that belong together. */
export const QUIRE_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2d6a4f"/>' +
  '<path d="M8 9.5 16 7v16l-8 2.500zM24 9.500 16 7v16l8 2.500z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>';

const POINTS = /^[\da-f]{1,6}(?:[-_ ][\da-f]{1,6})*$/i;

/** An emoji, as characters or code points, as a picture. */
export function emojiIcon(emoji: string): string {
  const text = POINTS.test(emoji)
    ? emoji
        .split(/[-_ ]/)
        .map((point) => `&#x${point};`)
        .join('')
    : emoji.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y=".9em" font-size="90" text-anchor="middle">${text}</text></svg>`;
}
