/** Where the sealed key of a share link stands. */
export function sealedKeyPlace(shareLinkId: string): string {
  return `publishing.share_link:${shareLinkId}`;
}
