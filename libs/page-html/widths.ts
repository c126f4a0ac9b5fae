/** A share of a whole in twelfths, from 1 to 12. */
export const twelfths = (share: number): number =>
  Number.isFinite(share) ? Math.min(12, Math.max(1, Math.round(share * 12))) : 12;
