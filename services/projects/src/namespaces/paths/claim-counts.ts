/** Counts the claimed paths of a namespace. */
import { childPaths, type PathClaim } from './path.model';
import type { PathsDeps } from './deps';

/** What is counted. */
export interface ClaimCount {
  /** Maximum of the count. */
  limit: number;
  /** Counts confirmed claims only, without those with these keys. */
  confirmedExcept?: readonly string[];
}

/** The number of claims of paths in a namespace. */
export function countClaims(
  deps: PathsDeps,
  namespaceId: number,
  { limit, confirmedExcept }: ClaimCount,
): Promise<number> {
  const range = childPaths(namespaceId);
  const filter = confirmedExcept ? { _id: { ...range, $nin: confirmedExcept }, confirmed: true } : { _id: range };
  return deps.pathClaims.countDocuments(filter, { limit }).exec();
}

/** The unconfirmed claims of paths in a namespace, without the one with the given key. */
export function findUnconfirmed(deps: PathsDeps, namespaceId: number, exceptKey: string): Promise<PathClaim[]> {
  const filter = { _id: { ...childPaths(namespaceId), $ne: exceptKey }, confirmed: false };
  return deps.pathClaims.find(filter).lean<PathClaim[]>();
}
