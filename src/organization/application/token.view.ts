import { TokenView } from '../contract/token.view.js';

/** A token that was just made. */
export class NewTokenView extends TokenView {
  /** The secret: shown this once, send it as `Authorization: Bearer <token>`. */
  token!: string;
}
