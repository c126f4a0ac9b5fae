import { TokenView } from '../../contract/token.view.js';

/** A token that was just made. */
export class NewTokenView extends TokenView {
  /**
   * The secret: shown this once, send it as `Authorization: Bearer <token>`.
   * @example quire_Ck4DX7PlNWBiVDBESvjjKeFaP2Ix1fhuzgrjKzmRqRY
   */
  token!: string;
}
