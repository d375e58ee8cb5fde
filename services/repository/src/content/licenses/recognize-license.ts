import { loadLicenseTexts, otherLicense, type KnownLicense } from './known-licenses';
import { pairsOf, similarity } from './license-text';

/**
 * Copies of a license differ in a title, a name or a typo; the two most similar licenses differ
 * more.
 */
const MIN_SIMILARITY = 0.93;

/** The license whose text a file contains; `other` if it is unknown. */
export function recognizeLicense(text: string): KnownLicense {
  const pairs = pairsOf(text);
  const rated = loadLicenseTexts().map((known) => ({ license: known.license, rate: similarity(pairs, known.pairs) }));
  const best = rated.reduce((a, b) => (b.rate > a.rate ? b : a));
  return best.rate >= MIN_SIMILARITY ? best.license : otherLicense;
}
