import type { GitPlace } from '../../contract/git.js';
import type { GitAddress } from '../domain/import/sources.js';

/** A place of the contract as the adapters take it: without what is not given. */
export function addressOf<Place extends GitPlace>(place: Place): GitAddress & Pick<Place, 'ref'> {
  const { url, ref, credentials, sshKey } = place;
  return {
    url,
    ...(ref === undefined ? {} : { ref }),
    ...(credentials && { credentials }),
    ...(sshKey === undefined ? {} : { sshKey }),
  } as GitAddress & Pick<Place, 'ref'>;
}
