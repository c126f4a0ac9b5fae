/** The place to which the encrypted key of a share link is bound. */
export function sealedKeyPlace(shareLinkId: string): string {
  return `publishing.share_link:${shareLinkId}`;
}
